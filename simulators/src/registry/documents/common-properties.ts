import type { ClassSpec, PropertySpec } from '../model/class-spec.ts'
import { parseProperty } from '../model/parse-property.ts'

const readOnly = (text: string) => text.split(' ').map((word) => parseProperty(word, false))
const settable = (text: string) => text.split(' ').map((word) => parseProperty(word, true))

const ALWAYS = readOnly('childAction[deleteAll/deleteNonPresent/ignore] dn@dn rn status[created/deleted/modified]')
const MOST = readOnly('lcOwn{local/policy/replica/resolveOnBehalf/implicit}=local modTs@date=never')
const CONFIGURABLE = [...settable('annotation userdom'), ...readOnly('extMngdBy[undefined/msc] uid#=0')]
const OBSERVED = readOnly('monPolDn@dn')
const SAMPLED = readOnly('cnt# lastCollOffset# repIntvEnd@date repIntvStart@date')
const COUNTERPART = readOnly('tCl tDn@dn')

/** The properties of every class and of its kind, before those of superclasses and of the class itself. */
export function commonProperties({ traits }: ClassSpec): PropertySpec[] {
  return [
    ...ALWAYS,
    ...(traits.has('record') ? [] : MOST),
    ...(traits.has('config') ? CONFIGURABLE : []),
    ...(traits.has('health') || traits.has('fault') ? OBSERVED : []),
    ...(traits.has('statistic') ? SAMPLED : []),
    ...(traits.has('target') ? COUNTERPART : []),
  ]
}
