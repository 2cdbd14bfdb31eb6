/** Why a run failed when its controller could not be used at all. */
export const REACHING = ['unreachable', 'tls', 'login_failed', 'controller_timeout'] as const
