export type SimulatorUrls = { readonly controller: string; readonly registry: string; readonly control: string }

const LINE = /^(Controller|Registry|Control)\s+(http\S+?)(?:\/status)?(?:\s|$)/

/** Reads the output of the simulators, line by line, until it has found all URLs. */
export function simulatorUrls(): (line: string) => SimulatorUrls | undefined {
  const found = new Map<string, string>()
  return (line) => {
    const [, name, url] = LINE.exec(line) ?? []
    if (name !== undefined && url !== undefined) found.set(name, url)
    const [controller, registry, control] = ['Controller', 'Registry', 'Control'].map((one) => found.get(one))
    return controller !== undefined && registry !== undefined && control !== undefined ? { controller, registry, control } : undefined
  }
}
