/** A generated class before it gets a place in the model. */
export type DraftKind = 'config' | 'oper' | 'abstract' | 'relation' | 'target' | 'statistic' | 'statistic base'

export type ClassDraft = {
  /** `fv:BD`. */
  readonly name: string
  readonly kind: DraftKind
  readonly label: string
  readonly description: string
}

const INTERVAL = /(Hist)?(5min|15min|1h|1d|1w|1mo|1qtr|1year)$/

/** `fv:FltCounterHist5min` → its superclass `fv:FltCounterHist`, its RN, and whether it is historical. */
export function readStatisticName(name: string): { readonly base: string; readonly rnFormat: string } | undefined {
  const match = INTERVAL.exec(name)
  if (!match) return undefined
  const [tail, history = '', interval = ''] = match
  const stem = name.slice(0, name.length - tail.length)
  const wire = stem.replace(':', '') + interval
  return { base: stem + history, rnFormat: history === '' ? `CD${wire}` : `HD${wire}-{index}` }
}
