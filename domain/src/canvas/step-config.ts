import type { WireObject } from './wire.ts'

/** The configuration of a step: `compute` may name its column by `as`, as `rank` and aggregates do. */
export function readStepConfig(type: unknown, config: WireObject): WireObject {
  if (type !== 'compute' || !Object.hasOwn(config, 'as') || Object.hasOwn(config, 'column')) return config
  const { as: column, ...others } = config
  return { column, ...others }
}
