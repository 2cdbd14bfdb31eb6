export type SimulatorUrls = {
  readonly controller: string
  readonly registry: string
  readonly automation: string
  readonly automationToken: string
  readonly control: string
  readonly receiver: string
  readonly syslog: string
  readonly otlp: string
  readonly ai: string
  readonly aiKey: string
}

const LINE =
  /^(Controller|Registry|Automation|AI|Receiver|Syslog|OTLP|Control)\s+((?:http|tls)\S+?)(?:\/status)?(?:\s+\((?:token|key) ([^;]+);|\s|$)/

/** Reads the output of the simulators, line by line, until it has found everything. */
export function simulatorUrls(): (line: string) => SimulatorUrls | undefined {
  const found: Partial<Record<string, string>> = {}
  const secrets: Partial<Record<string, string>> = {}
  return (line) => {
    const [, name, url, secret] = LINE.exec(line) ?? []
    if (name === undefined || url === undefined) return undefined
    found[name] = url
    if (secret !== undefined) secrets[name] = secret
    const { Controller: controller, Registry: registry, Automation: automation, AI: ai, Control: control } = found
    const { Receiver: receiver, Syslog: syslog, OTLP: otlp } = found
    const { Automation: automationToken, AI: aiKey } = secrets
    return controller &&
      registry &&
      automation &&
      automationToken &&
      ai &&
      aiKey &&
      receiver &&
      syslog &&
      otlp &&
      control
      ? { controller, registry, automation, automationToken, control, receiver, syslog, otlp, ai, aiKey }
      : undefined
  }
}
