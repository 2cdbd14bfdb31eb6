export type StepConfig = Readonly<Record<string, unknown>>

/** What a new step of a type begins with. What only its user can know is left out. */
const BEGINNINGS: Readonly<Record<string, StepConfig>> = {
  filter: { filters: [] },
  limit: { count: 100 },
  group: { aggregates: [{ function: 'count' }] },
  pivot: { function: 'count' },
  fill: { value: '' },
}

export const newConfig = (type: string): StepConfig => BEGINNINGS[type] ?? {}

/** Lists that mean something when they are empty. */
const MAY_BE_EMPTY = new Set(['filters', 'value'])

/** A configuration with another value of an option. An empty one takes the option away. */
export function withOption(config: StepConfig, name: string, value: unknown): StepConfig {
  const isEmpty =
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0) || isEmptyRecord(value)
  if (!isEmpty || (MAY_BE_EMPTY.has(name) && value !== undefined)) return { ...config, [name]: value }
  return Object.fromEntries(Object.entries(config).filter(([key]) => key !== name))
}

const isEmptyRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0

/** A number where one is written as numbers are; what is still being typed (`1.`, `1.0`) and `{{count}}` stay text. */
export const numberOrText = (text: string): number | string =>
  /^\d{1,15}(\.\d{1,10})?$/.test(text) && String(Number(text)) === text ? Number(text) : text

export const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textsIn = (value: unknown): readonly string[] =>
  listIn(value).filter((item): item is string => typeof item === 'string')

export const recordIn = (value: unknown): StepConfig =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as StepConfig) : {}
