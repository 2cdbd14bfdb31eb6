import { classBody, type SimulatedModel } from '../simulated-model.ts'

type Body = ReturnType<typeof classBody>
type Names = Readonly<Record<string, string>>

export function readBodies(model: SimulatedModel): Body[] {
  return model.classNames.map((name) => classBody(model.document(name) ?? {}))
}

/** Total entries of a map over all documents. */
export function total(bodies: readonly Body[], field: string): number {
  return bodies.reduce((sum, body) => sum + Object.keys(body[field] as object).length, 0)
}

/** Contradictions between documents, one sentence each. */
export function findFaults(model: SimulatedModel): string[] {
  const bodies = new Map(model.classNames.map((name) => [name, classBody(model.document(name) ?? {})]))
  return [...bodies].flatMap(([name, body]) => [
    ...faultsOfContainment(name, body, bodies),
    ...faultsOfInheritance(name, body, bodies),
    ...faultsOfRelations(name, body, bodies),
    ...faultsOfNaming(name, body),
  ])
}

type Bodies = ReadonlyMap<string, Body>

function faultsOfContainment(name: string, body: Body, bodies: Bodies): string[] {
  const children = Object.keys(names(body['contains']))
  const mapped = Object.entries(names(body['rnMap']))
  return [
    ...children
      .filter((child) => !(name in names(bodies.get(child)?.['containedBy'])))
      .map((child) => `${name} contains ${child}`),
    ...Object.keys(names(body['containedBy']))
      .filter((parent) => !(name in names(bodies.get(parent)?.['contains'])))
      .map((parent) => `${name} is contained by ${parent}`),
    ...mapped
      .filter(([, child]) => !children.includes(child))
      .map(([prefix, child]) => `${name}: ${prefix} leads to ${child}`),
  ]
}

function faultsOfInheritance(name: string, body: Body, bodies: Bodies): string[] {
  const superClasses = body['superClasses'] as string[]
  const [next] = superClasses
  const inherited = superClasses.flatMap((one) => Object.keys(names(bodies.get(one)?.['properties'])))
  return [
    ...superClasses.filter((one) => !bodies.has(one)).map((one) => `${name} derives from ${one}`),
    ...(next !== undefined && !(name in names(bodies.get(next)?.['subClasses']))
      ? [`${name} is no subclass of ${next}`]
      : []),
    ...inherited
      .filter((property) => !(property in names(body['properties'])))
      .map((property) => `${name} lacks ${property}`),
  ]
}

function faultsOfRelations(name: string, body: Body, bodies: Bodies): string[] {
  const info = body['relationInfo'] as Names | undefined
  const ends = [
    ...Object.entries(names(body['relationTo'])).flat(),
    ...Object.entries(names(body['relationFrom'])).flat(),
    ...(info ? [info['fromMo'], info['toMo'], info['toRelMo'], info['fromRelMo']] : []),
  ]
  const isKnown = !info || (names(bodies.get(info['fromMo'] ?? '')?.['relationTo'])[name] ?? '') === info['toMo']
  return [
    ...ends.filter((end) => !bodies.has(end ?? '')).map((end) => `${name} is related with ${String(end)}`),
    ...(isKnown ? [] : [`${name} is no relation of its source`]),
  ]
}

function faultsOfNaming(name: string, body: Body): string[] {
  const properties = body['properties'] as Readonly<Record<string, { readonly isNaming: boolean }>>
  const naming = Object.keys(properties).filter((property) => properties[property]?.isNaming)
  const placed = [...String(body['rnFormat']).matchAll(/\{(\w+)\}/g)].map(([, property]) => property)
  const identified = body['identifiedBy'] as string[]
  const same = [naming, placed].every(
    (list) => [...new Set(list)].sort().join() === [...new Set(identified)].sort().join(),
  )
  return same ? [] : [`${name} is named by ${naming.join()} and identified by ${identified.join()}`]
}

function names(value: unknown): Names {
  return (value ?? {}) as Names
}
