/** One line of a table. Numbers are already formatted, because units differ from line to line. */
export type Line = {
  readonly what: string
  readonly heddle: string
  readonly floor?: string
  readonly ratio?: string
  readonly target?: string
  readonly passed?: boolean
}

export type Settings = {
  readonly rounds: number
  readonly quick: boolean
  /** Whether it works is all that matters: as little of everything as will do. */
  readonly trial: boolean
}

/** One round of each measurement, in seconds: its figures mean nothing. */
export const TRIAL: Settings = { rounds: 1, quick: true, trial: true }

export type Measurement = {
  readonly name: string
  readonly title: string
  readonly run: (settings: Settings) => Promise<readonly Line[]>
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const mb = (value: number) => `${value.toFixed(0)} MB`
export const times = (value: number) => `${value.toFixed(2)} ×`
export const perSecond = (value: number) => `${value.toFixed(0)}/s`
