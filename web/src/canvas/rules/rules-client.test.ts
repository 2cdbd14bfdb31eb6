import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { describe, expect, it } from 'vitest'
import { RulesClient } from './rules-client.ts'
import type { RulesAnswer, RulesQuestion } from './rules-messages.ts'

const EDIT = { canvas: wireCanvas({ nodes: [{ id: 'bd' }] }), variables: {} }
const ROWS = { url: '/rows', access: 'token', columns: ['dn'], takenAt: '2026-11-22T05:58:00Z' }
const CHECKED = { errors: [], warnings: [], columns: [] }

/** A client whose workers only listen; `tell` speaks for the last one. */
function clientWith() {
  const asked: RulesQuestion['kind'][] = []
  const workers: { ended: boolean; onmessage: ((event: MessageEvent<RulesAnswer>) => void) | null }[] = []
  const rules = new RulesClient(() => {
    const worker = {
      ended: false,
      onmessage: null,
      postMessage: ({ kind }: RulesQuestion) => void asked.push(kind),
      terminate: () => void (worker.ended = true),
    }
    workers.push(worker)
    return worker
  })
  return {
    rules,
    asked,
    workers,
    tell: (answer: RulesAnswer) => workers.at(-1)?.onmessage?.({ data: answer } as MessageEvent<RulesAnswer>),
  }
}

describe('the rules behind a worker', () => {
  it('start with the first question, and say first what forms are built from', () => {
    const { rules, asked, workers } = clientWith()
    rules.hold()
    expect(workers).toHaveLength(0)

    rules.edit(EDIT)

    expect(asked).toEqual(['vocabulary', 'edit'])
  })

  it('end with the last of their users, and forget what they knew', async () => {
    const { rules, workers, tell } = clientWith()
    const [first, second] = [rules.hold(), rules.hold()]
    rules.edit(EDIT)
    tell({ kind: 'checked', checked: CHECKED })
    const sample = rules.sample('s1')

    first()
    expect(workers[0]?.ended).toBe(false)
    second()

    expect(workers[0]?.ended).toBe(true)
    expect(rules.store.getState().checked).toBeUndefined()
    expect(await sample).toBeUndefined()
  })

  it('keep the previews of the canvas before until the next ones are there', () => {
    const { rules, tell } = clientWith()
    rules.load(ROWS)
    tell({ kind: 'loaded', count: 3 })
    tell({ kind: 'previewed', previews: [{ id: 's1', state: 'done', before: 3, after: 1, warnings: [] }] })

    rules.edit(EDIT)

    expect(rules.store.getState()).toMatchObject({ rows: 'ready', rowCount: 3 })
    expect(rules.store.getState().previews.get('s1')).toMatchObject({ after: 1 })
    rules.load(ROWS)
    expect(rules.store.getState()).toMatchObject({ rows: 'loading', previews: new Map() })
  })

  it('ask for no rows when there are none to forget', () => {
    const { rules, asked } = clientWith()

    rules.load(undefined)

    expect(asked).toEqual([])
  })

  it('say why rows could not be read, and answer each question for a sample', async () => {
    const { rules, tell } = clientWith()
    rules.load(ROWS)
    tell({ kind: 'load_failed', message: 'Not found.' })
    const [first, second] = [rules.sample('s1'), rules.sample('s2')]
    tell({ kind: 'sample', id: 2, sample: { columns: ['dn'], rows: [] } })
    tell({ kind: 'sample', id: 1, sample: undefined })

    expect(rules.store.getState().rows).toEqual({ failure: 'Not found.' })
    expect(await first).toBeUndefined()
    expect(await second).toEqual({ columns: ['dn'], rows: [] })
  })
})
