import type { CertificateKind } from '../shared/certificates.ts'
import { ClassDocuments, type DocumentOptions } from './http/class-documents.ts'
import type { QueryLimits } from './query/query.ts'
import type { Cluster, ClusterOptions } from './session/cluster.ts'
import { isAtLeast } from './session/release.ts'

export type ControllerLimits = QueryLimits & {
  /** A query that would take longer fails with 503 "Resolve timeout" after this time. */
  queryMs: number
  requestLineBytes: number
}

/** Settings of one controller; all but `nodeId` and `tls` may be changed while it runs. */
export type ControllerSettings = {
  readonly nodeId: number
  readonly tls: CertificateKind | undefined
  limits: ControllerLimits
  /** Delay added to every answer, and per object read or written. */
  latencyMs: number
  microsPerObject: number
  doubledCookie: 'refuse' | 'accept'
  /** More logins than this within a minute of the simulated clock trigger the anti-DoS throttle: 503 as HTML. */
  loginsPerMinute: number
  gzip: boolean
  /** How many entries the request log keeps. */
  requestLogLength: number
  /** Class documents; without them every document is a 404, as on a stripped controller. */
  documents: ClassDocuments | undefined
}

export type ControllerOptions = ClusterOptions &
  Partial<Omit<ControllerSettings, 'limits' | 'tls' | 'documents'>> & {
    readonly tls?: CertificateKind | undefined
    readonly host?: string
    /** 0 (default) picks a free port. */
    readonly port?: number
    readonly limits?: Partial<ControllerLimits>
    readonly documents?: DocumentOptions
    /** Another controller's cluster, to share objects, accounts, sessions and clock with it. */
    readonly cluster?: Cluster
  }

const MAX_OBJECTS = 100_000
const MAX_PREDICATES = 20

export function settingsOf(options: ControllerOptions, release: string): ControllerSettings {
  return {
    nodeId: options.nodeId ?? 1,
    tls: options.tls,
    limits: { ...defaultLimits(release), ...options.limits },
    latencyMs: options.latencyMs ?? 0,
    microsPerObject: options.microsPerObject ?? 0,
    doubledCookie: options.doubledCookie ?? 'refuse',
    loginsPerMinute: options.loginsPerMinute ?? Infinity,
    gzip: options.gzip ?? true,
    requestLogLength: options.requestLogLength ?? 10_000,
    documents: options.documents && new ClassDocuments(options.documents),
  }
}

function defaultLimits(release: string): ControllerLimits {
  return {
    maxObjects: MAX_OBJECTS,
    maxPredicates: isAtLeast(release, 6, 2) ? MAX_PREDICATES : Infinity,
    tooBigStatus: 400,
    queryMs: 90_000,
    requestLineBytes: 8192,
  }
}
