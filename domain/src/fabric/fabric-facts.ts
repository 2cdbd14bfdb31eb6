import { compareVersions, readVersion, type Version, versionText } from '../values/versions.ts'

/** What checks may ask of a whole fabric. A release is null if no node tells one. */
export type FabricFacts = {
  /** The lowest release of the controllers: they differ only during an upgrade. */
  readonly version: string | null
  /** As the switches spell them, each once, lowest first. */
  readonly switch_versions: readonly string[]
  /** As releases of controllers. */
  readonly lowest_switch: string | null
  readonly highest_switch: string | null
  readonly nodes: number
  readonly leafs: number
  readonly spines: number
  readonly controllers: number
  readonly pods: number
}

/** Attributes of an object, all of which are text. */
type Attributes = Readonly<Record<string, string>>

type Spelled = { readonly text: string; readonly version: Version }

/**
 * Sums up the nodes of a fabric, and the firmware that its controllers run where the nodes do not tell (before 4.0).
 * Switches that are not active have no release.
 */
export function fabricFacts(nodes: readonly Attributes[], running: readonly Attributes[] = []): FabricFacts {
  const having = (role: string) => nodes.filter((node) => node['role'] === role)
  const [controllers, leafs, spines] = [having('controller'), having('leaf'), having('spine')]
  const own = versionsOf(controllers)
  const [controller] = own.length > 0 ? own : versionsOf(running)
  const switches = versionsOf([...leafs, ...spines])
  return {
    version: textOf(controller),
    switch_versions: [...new Set(switches.map(({ text }) => text))],
    lowest_switch: textOf(switches[0]),
    highest_switch: textOf(switches.at(-1)),
    nodes: nodes.length,
    leafs: leafs.length,
    spines: spines.length,
    controllers: controllers.length,
    pods: new Set(nodes.map(({ dn = '' }) => podOf(dn))).size,
  }
}

/** Lowest first. */
function versionsOf(objects: readonly Attributes[]): readonly Spelled[] {
  const found = objects.flatMap(({ version: text = '' }) => {
    const version = readVersion(text)
    return version === undefined ? [] : [{ text, version }]
  })
  return found.sort((one, other) => compareVersions(one.version, other.version))
}

const textOf = (spelled: Spelled | undefined): string | null =>
  spelled === undefined ? null : versionText(spelled.version)

const podOf = (dn: string): string => /^topology\/pod-(\d+)\//.exec(dn)?.[1] ?? ''
