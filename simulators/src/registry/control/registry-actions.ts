import type { RegistrySimulator } from '../start-registry.ts'
import { readRegistryFault } from './read-registry-fault.ts'

type Body = Readonly<Record<string, unknown>>

type Action = (registry: RegistrySimulator, body: Body) => unknown

/** Actions of the control interface on a running registry, by method and path below `/registry`. */
export const REGISTRY_ACTIONS: Readonly<Record<string, Action>> = {
  'GET /': () => ({ actions: Object.keys(REGISTRY_ACTIONS) }),
  'GET /status': ({ url, counters, settings, faults, sources }) => ({
    url,
    counters: { ...counters, byPath: counters.byPath.size, byStatus: Object.fromEntries(counters.byStatus) },
    settings,
    versions: Object.fromEntries(
      [...sources].map(([key, { classNames, hasAggregate }]) => [key, { classes: classNames.length, hasAggregate }]),
    ),
    faults: faults.list().map(({ rule, seen, struck }) => ({ ...rule, seen, struck })),
  }),
  'GET /requests': ({ requests }) => requests.slice(-200),
  'GET /paths': ({ counters }) => Object.fromEntries(counters.byPath),
  'DELETE /requests': (registry) => registry.resetCounters(),
  'POST /faults': ({ faults }, body) => faults.add(readRegistryFault(body)).rule,
  'DELETE /faults': ({ faults }) => faults.clear(),
  'POST /latency': ({ settings }, { latency_ms }) => {
    if (typeof latency_ms !== 'number' || latency_ms < 0) throw new Error('latency_ms: expected a number')
    settings.latencyMs = latency_ms
    return settings
  },
  'POST /aggregate': ({ sources }, { version, served }) => {
    const source = sources.get(String(version))
    if (!source || typeof served !== 'boolean')
      throw new Error(`version and served: expected one of ${[...sources.keys()].join(', ')}, and true or false`)
    source.hasAggregate = served
    return { version, served }
  },
  'POST /pause': (registry) => registry.pause(),
  'POST /resume': (registry) => registry.resume(),
  'POST /warm-up': (registry) => registry.warmUp(),
}
