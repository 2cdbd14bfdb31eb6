import { type ClassSpec, type PropertySpec, namingProperties, splitName, wireName } from './class-spec.ts'
import { parseProperty } from './parse-property.ts'

export const INTERVALS = ['5min', '15min', '1h', '1d', '1w', '1mo', '1qtr', '1year']
const MEASURES = ['Avg', 'Base', 'Cum', 'Last', 'Max', 'Min', 'Per', 'Rate', 'Spct', 'Thr', 'Tr', 'Trend']

/**
 * `fv:FltCounter*` → `fv:FltCounter`, `fv:FltCounter5min`, …, `fv:FltCounterHist`, `fv:FltCounterHist5min`, …;
 * each counter has twelve values.
 */
export function expandStatistics(family: ClassSpec): ClassSpec[] {
  const name = family.name.slice(0, -1)
  const values = family.properties.flatMap((counter) => measuresOf(counter.name))
  return (['', 'Hist'] as const).flatMap((age) => {
    const base: ClassSpec = {
      ...family,
      name: name + age,
      label: `${age === '' ? 'current' : 'historical'} ${family.label} stats`,
      rnFormat: '',
      parents: [],
      superClass: age === '' ? 'stats:Curr' : 'stats:Hist',
      traits: new Set(['abstract', 'statistic']),
      properties: values,
    }
    return [base, ...INTERVALS.map((interval) => intervalSpec(base, family, interval, age))]
  })
}

function intervalSpec(base: ClassSpec, family: ClassSpec, interval: string, age: '' | 'Hist'): ClassSpec {
  const stem = wireName(family.name.slice(0, -1)) + interval
  const rnFormat = age === '' ? `CD${stem}` : `HD${stem}-{index}`
  return {
    ...base,
    name: `${splitName(base.name).join(':')}${interval}`,
    label: `${base.label} in ${interval}`,
    description: `${family.description} Samples of ${interval}.`,
    rnFormat,
    parents: family.parents,
    superClass: base.name,
    traits: new Set(['statistic']),
    properties: namingProperties(rnFormat).map((property) => parseProperty(`${property}#`, false)),
  }
}

/** `pkts` → `pktsAvg`, `pktsCum`, … */
export function measuresOf(counter: string): PropertySpec[] {
  return MEASURES.map((measure) => parseProperty(`${counter}${measure}#`, false))
}
