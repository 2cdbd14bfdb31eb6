export type SimulatorUrls = {
  readonly controller: string
  readonly registry: string
  readonly automation: string
  readonly automationToken: string
  readonly control: string
}

const LINE = /^(Controller|Registry|Automation|Control)\s+(http\S+?)(?:\/status)?(?:\s+\(token ([^;]+);|\s|$)/

/** Reads the output of the simulators, line by line, until it has found everything. */
export function simulatorUrls(): (line: string) => SimulatorUrls | undefined {
  const found: Partial<Record<string, string>> = {}
  return (line) => {
    const [, name, url, token] = LINE.exec(line) ?? []
    if (name === undefined || url === undefined) return undefined
    found[name] = url
    if (token !== undefined) found['token'] = token
    const { Controller: controller, Registry: registry, Automation: automation, token: automationToken, Control: control } = found
    return controller && registry && automation && automationToken && control
      ? { controller, registry, automation, automationToken, control }
      : undefined
  }
}
