import { describe, expect, it } from 'vitest'
import type { PageAnswer } from './engine-types.ts'
import { watchUnanswered } from './unanswered.ts'

const BD = '/api/class/fvBD.json?order-by=fvBD.dn&page=0&page-size=80'
const LATE = 'The run took longer than 30 s.'
const ANSWER: PageAnswer = { ok: true, body: new Uint8Array() }
const BUSY: PageAnswer = { ok: false, failure: { reason: 'busy', message: 'The web server answered HTTP 503.' } }

function started() {
  const clock = { now: 0 }
  const end = new AbortController()
  return { clock, end, requests: watchUnanswered(end.signal, () => clock.now) }
}
const hanging = () => Promise.withResolvers<PageAnswer>()

describe('the message of a run that is late', () => {
  it.each([
    ['/api/class/fvBD.json?page=0', 'fvBD'],
    ['/api/mo/uni/tn-a.json?query-target=subtree&target-subtree-class=fvSubnet&page=0', 'fvSubnet'],
    ['/api/mo/uni/tn-a.json?page=0', 'One object'],
  ])('names the class and the seconds of a request without an answer: %s', (path, name) => {
    const { clock, requests } = started()
    void requests.watch('lab', path, hanging().promise)
    clock.now = 29_900

    expect(requests.describe(LATE)).toEqual({
      connection: 'lab',
      message: `${name}: The controller has not answered for 30 s. The run took longer than 30 s.`,
    })
  })

  it('counts the seconds until the end of the run, not those of its thread', async () => {
    const { clock, end, requests } = started()
    const request = hanging()
    const watched = requests.watch('lab', BD, request.promise)
    clock.now = 30_000
    end.abort()
    request.resolve({ ok: false, failure: { reason: 'deadline', message: '' } })
    await watched
    clock.now = 35_000

    expect(requests.describe(LATE).message).toContain('for 30 s.')
  })

  it('adds up the time a controller has been busy', async () => {
    const { clock, requests } = started()
    await requests.watch('lab', BD, Promise.resolve(BUSY))
    clock.now = 20_000
    await requests.watch('lab', BD, Promise.resolve(BUSY))
    clock.now = 30_000

    expect(requests.describe(LATE).message).toBe(`fvBD: Busy for 30 s. The web server answered HTTP 503. ${LATE}`)
  })

  it('names nothing when the controller has kept answering', async () => {
    const { clock, requests } = started()
    await requests.watch('lab', BD, Promise.resolve(ANSWER))
    clock.now = 25_000
    void requests.watch('lab', `${BD}1`, hanging().promise)
    clock.now = 30_000

    expect(requests.describe(LATE)).toEqual({ message: LATE })
  })
})
