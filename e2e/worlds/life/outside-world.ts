import type { Adapters } from '@heddle/server/platform/feature.ts'
import type { Faults } from '../world/faults.ts'
import type { Network, WireAnswer, WireRequest } from '../world/network.ts'
import type { World } from '../world/world.ts'
import { automationServer, type Jobs } from './automation-server.ts'
import { AUTOMATION, CONTROLLERS, PARALLEL, RECEIVER } from './settle-in.ts'

/** What reached the peers of the product. */
export type Outside = {
  /** By id, in the order of their first arrival; with how often each was accepted. */
  readonly messages: Map<string, number>
  readonly mails: Map<string, number>
  readonly jobs: Jobs
  mailer: Adapters['mailer']
}

/** How long a request may outlive the lease of its place. */
const SETTLES_MS = 10_000

export function openOutside(world: World, network: Network, faults: Faults): Outside {
  const messages = new Map<string, number>()
  for (const origin of CONTROLLERS) network.serve(origin, controllerAt(origin, world, faults))
  network.serve(RECEIVER, ({ headers }) => {
    if (world.random.chance(faults.wireBreaks() === 'no' ? 0 : 0.3)) return { status: 503, body: '{}', afterMs: 20 }
    const id = headers['webhook-id'] ?? 'none'
    messages.set(id, (messages.get(id) ?? 0) + 1)
    world.note('receiver', `takes ${id}`)
    return { status: 200, body: '{}', afterMs: faults.isSilent() ? undefined : 5 + world.random.below(100) }
  })
  const { mails, mailer } = mailServer(world, faults)
  const { jobs, serve } = automationServer(world, {
    isSilent: () => faults.isSilent(),
    fails: () => faults.wireBreaks() !== 'no' && world.random.chance(0.2),
  })
  network.serve(AUTOMATION, serve)
  return { messages, mails, mailer, jobs }
}

export function mailServer(world: World, faults: Faults): Pick<Outside, 'mails' | 'mailer'> {
  const mails = new Map<string, number>()
  return {
    mails,
    mailer: {
      send: async ({ id }) => {
        if (faults.wireBreaks() === 'before') return { ok: false, permanent: false, reason: 'ECONNREFUSED' }
        mails.set(id, (mails.get(id) ?? 0) + 1)
        world.note('mail', `takes ${id}`)
        return { ok: true }
      },
      close: () => undefined,
    },
  }
}

/** Answers logins and classes; notes when more is asked of it at once than it bears. */
function controllerAt(origin: string, world: World, faults: Faults): (request: WireRequest) => WireAnswer {
  const busy = new Set<WireRequest>()
  return (request) => {
    if (request.path.startsWith('/api/aaa')) return { status: 200, body: LOGIN, afterMs: 10 }
    busy.add(request)
    const wanted = [...busy].filter(({ isWanted }) => isWanted()).length
    if (wanted > PARALLEL && world.elapsedMs > faults.cacheAwayAt + SETTLES_MS)
      world.fault(`${wanted} requests at once at ${origin}, which bears ${PARALLEL}`)
    world.note(origin, `${request.from} asks ${request.path.slice(0, 60)}`)
    if (faults.isSilent()) return { status: 200, body: '', afterMs: undefined }
    const refuses = world.random.chance(0.1) && faults.wireBreaks() !== 'no'
    const body = refuses ? REFUSAL : rowsAt(Math.floor(world.elapsedMs / 60_000))
    return {
      status: refuses ? 400 : 200,
      body,
      afterMs: 20 + world.random.below(world.random.chance(0.1) ? 6_000 : 400),
      onSent: () => void busy.delete(request),
    }
  }
}

const LOGIN = JSON.stringify({
  imdata: [{ aaaLogin: { attributes: { token: 'token', refreshTimeoutSeconds: '600', version: '6.1(1)' } } }],
})
const REFUSAL = JSON.stringify({ imdata: [{ error: { attributes: { code: '107', text: 'Prop not found' } } }] })

/** Other rows each minute, so that captures store something. */
function rowsAt(minute: number): string {
  const names = ['common', 'infra', 'mgmt', `minute-${minute}`]
  const imdata = names.map((name) => ({ fvTenant: { attributes: { dn: `uni/tn-${name}`, name } } }))
  return JSON.stringify({ totalCount: String(imdata.length), imdata })
}
