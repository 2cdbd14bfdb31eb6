import type { ClassInfo, PropertyInfo } from './class-info.ts'
import { namingProperties } from './dn.ts'

/**
 * Reads the class table's notation, one class per line:
 * `name | rnFormat | kind | settable properties | read-only properties`.
 * A property is `name`, then `#` (numeric), `?` (yes or no) or `!` (secure, never echoed), then `{a/b/c}`
 * (enumeration), then `=default`.
 * `-name` removes a property that the kind would add.
 * Kinds: `config`, `named:<target>`, `explicit:<target>`, `pointer:<target>` (created by the fabric), `back:<source>`,
 * `oper`, `record`, `abstract:<class>,<class>`.
 */
export function parseClassRows(text: string, monitoringPolicy: string): ClassInfo[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => parseClassRow(line, monitoringPolicy))
}

function parseClassRow(line: string, monitoringPolicy: string): ClassInfo {
  const [name = '', rnFormat = '', kindText = '', settable = '', readOnly = ''] = line
    .split('|')
    .map((cell) => cell.trim())
  const [kind = '', targets = ''] = kindText.split(':')
  const naming = new Set(namingProperties(rnFormat))
  const configurable = ['config', 'named', 'explicit'].includes(kind)
  const known = [
    ...parseProperties(commonProperties(kind, targets), false, naming),
    ...parseProperties(configurable ? 'annotation userdom=:all:' : '', true, naming),
    ...parseProperties(kind === 'explicit' ? 'tDn' : '', true, naming),
    ...parseProperties([...naming].join(' '), configurable, naming),
    ...parseProperties(kind === 'named' ? namedTarget(targets) : '', true, naming),
    ...parseProperties(settable, configurable, naming),
    ...parseProperties(readOnly, false, naming),
  ]
  const dropped = new Set(readOnly.split(/\s+/).map((word) => (word.startsWith('-') ? word.slice(1) : '')))
  const kept = known.filter(({ name: property }) => !dropped.has(property))
  const properties = new Map(kept.map((property) => [property.name, withMonitoringPolicy(property, monitoringPolicy)]))
  return { name, rnFormat, configurable, properties, concrete: kind === 'abstract' ? targets.split(',') : [] }
}

function withMonitoringPolicy(property: PropertyInfo, policy: string): PropertyInfo {
  return property.name === 'monPolDn' && property.defaultValue === '' ? { ...property, defaultValue: policy } : property
}

function commonProperties(kind: string, target: string): string {
  const always = 'childAction status'
  switch (kind) {
    case 'config':
      return `${always} extMngdBy lcOwn=local modTs monPolDn uid#=15374`
    case 'named':
      return `${commonProperties('config', '')} ${RELATION} tCl=${target} tDn tType=name tContextDn tRn`
    case 'pointer':
      return `${always} lcOwn=local modTs monPolDn ${RELATION} tCl=${target} tDn tType=mo`
    case 'explicit':
      return `${commonProperties('config', '')} ${RELATION} tCl=${target} tDn tType=mo`
    case 'back':
      return `${always} lcOwn=local modTs tCl=${target} tDn`
    case 'oper':
      return `${always} lcOwn=local modTs monPolDn`
    case 'abstract':
      return ''
    default:
      return always
  }
}

const RELATION =
  'forceResolve?=yes rType=mo state{formed/unformed/missing-target/invalid-target/cardinality-violation}=formed stateQual{none/default-target/mismatch-target}=none'

/** `fvCtx` → `tnFvCtxName`, the property in which users set the name of the target. */
export function namedTarget(target: string): string {
  return `tn${target.charAt(0).toUpperCase()}${target.slice(1)}Name`
}

function parseProperties(text: string, configurable: boolean, naming: ReadonlySet<string>): PropertyInfo[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '' && !word.startsWith('-'))
    .map((word) => parseProperty(word, configurable, naming))
}

function parseProperty(word: string, configurable: boolean, naming: ReadonlySet<string>): PropertyInfo {
  const match = /^(\w+?)([#?!]?)(?:\{([^}]*)\})?(?:=(.*))?$/.exec(word)
  if (!match) throw new Error(`class table: "${word}" is not a property`)
  const [, name = '', mark = '', values, defaultValue = ''] = match
  const listed = mark === '?' ? ['yes', 'no'] : values?.split('/')
  return {
    name,
    defaultValue: mark === '?' && defaultValue === '' ? 'no' : defaultValue,
    configurable,
    numeric: mark === '#',
    secure: mark === '!',
    naming: naming.has(name),
    values: listed && new Set(listed),
  }
}
