import { parseArgs } from 'node:util'
import type { FabricSize } from './controller/fabric/fabric-size.ts'
import { DEFAULT_RELEASE } from './controller/session/cluster.ts'

export type SimulatorArguments = {
  readonly help: boolean
  readonly size: FabricSize
  readonly seed: number
  readonly release: string
  readonly isChecked: boolean
  readonly host: string
  readonly port: number
  readonly https: boolean
  readonly latencyMs: number
  readonly microsPerObject: number
  readonly controllers: number
  readonly controlPort: number
  readonly registryPort: number
  readonly registryClasses: number
  readonly automationPort: number
  readonly aiPort: number
  readonly receiverPort: number
  readonly syslogPort: number
  readonly otlpPort: number
  /** Where the authority of the syslog collector is written to. */
  readonly syslogCa: string | undefined
}

export const HELP = `Simulated network controllers, a registry of class documents, an automation server, AI providers, a receiver of webhooks, and collectors of records

  --size small|medium|large   size of the fabric (SIM_SIZE, default small)
  --seed <number>             equal seeds generate equal fabrics, apart from times (SIM_SEED, default 1)
  --release <text>            controller release (SIM_RELEASE, default ${DEFAULT_RELEASE})
  --checked                   also what only checks of a fabric read (SIM_CHECKED=true)
  --host <address>            listen address (SIM_HOST, default 127.0.0.1)
  --port <number>             port of the first controller, 0 picks free ones (SIM_PORT, default 8480)
  --https                     self-signed certificate (SIM_HTTPS=true)
  --latency <ms>              delay added to every answer (SIM_LATENCY, default 0)
  --micros-per-object <n>     time per object read or written, in microseconds (SIM_MICROS_PER_OBJECT, default 0)
  --controllers <number>      members of the cluster (SIM_CONTROLLERS, default 1)
  --control-port <number>     port of the control interface (SIM_CONTROL_PORT, default 8479)
  --registry-port <number>    port of the registry, 0 picks a free one (SIM_REGISTRY_PORT, default 8481)
  --registry-classes <number> number of classes in the model (SIM_REGISTRY_CLASSES, default 2000)
  --automation-port <number>  port of the automation server, 0 picks a free one (SIM_AUTOMATION_PORT, default 8482)
  --ai-port <number>          port of the AI providers, 0 picks a free one (SIM_AI_PORT, default 8483)
  --receiver-port <number>    port of the receiver of webhooks, 0 picks a free one (SIM_RECEIVER_PORT, default 8484)
  --syslog-port <number>      port of the syslog collector, 0 picks a free one (SIM_SYSLOG_PORT, default 8485)
  --syslog-ca <file>          writes the authority of its certificate there (SIM_SYSLOG_CA)
  --otlp-port <number>        port of the OTLP collector, 0 picks a free one (SIM_OTLP_PORT, default 8486)`

const SIZES: readonly FabricSize[] = ['small', 'medium', 'large']

/** Arguments override environment variables; an invalid value ends the program with an explanation. */
export function readArguments(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): SimulatorArguments {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      https: { type: 'boolean' },
      checked: { type: 'boolean' },
      size: text,
      seed: text,
      release: text,
      host: text,
      port: text,
      latency: text,
      'micros-per-object': text,
      controllers: text,
      'control-port': text,
      'registry-port': text,
      'registry-classes': text,
      'automation-port': text,
      'ai-port': text,
      'receiver-port': text,
      'syslog-port': text,
      'syslog-ca': text,
      'otlp-port': text,
    },
  })
  const read = (name: Exclude<keyof typeof values, 'help' | 'https' | 'checked'>, variable: string, standard: string) =>
    values[name] ?? environment[variable] ?? standard
  return {
    help: values.help ?? false,
    size: sizeOf(read('size', 'SIM_SIZE', 'small')),
    seed: numberOf('seed', read('seed', 'SIM_SEED', '1')),
    release: read('release', 'SIM_RELEASE', DEFAULT_RELEASE),
    isChecked: values.checked ?? environment['SIM_CHECKED'] === 'true',
    host: read('host', 'SIM_HOST', '127.0.0.1'),
    port: numberOf('port', read('port', 'SIM_PORT', '8480')),
    https: values.https ?? environment['SIM_HTTPS'] === 'true',
    latencyMs: numberOf('latency', read('latency', 'SIM_LATENCY', '0')),
    microsPerObject: numberOf('micros-per-object', read('micros-per-object', 'SIM_MICROS_PER_OBJECT', '0')),
    controllers: numberOf('controllers', read('controllers', 'SIM_CONTROLLERS', '1')),
    controlPort: numberOf('control-port', read('control-port', 'SIM_CONTROL_PORT', '8479')),
    registryPort: numberOf('registry-port', read('registry-port', 'SIM_REGISTRY_PORT', '8481')),
    registryClasses: numberOf('registry-classes', read('registry-classes', 'SIM_REGISTRY_CLASSES', '2000')),
    automationPort: numberOf('automation-port', read('automation-port', 'SIM_AUTOMATION_PORT', '8482')),
    aiPort: numberOf('ai-port', read('ai-port', 'SIM_AI_PORT', '8483')),
    receiverPort: numberOf('receiver-port', read('receiver-port', 'SIM_RECEIVER_PORT', '8484')),
    syslogPort: numberOf('syslog-port', read('syslog-port', 'SIM_SYSLOG_PORT', '8485')),
    otlpPort: numberOf('otlp-port', read('otlp-port', 'SIM_OTLP_PORT', '8486')),
    syslogCa: values['syslog-ca'] ?? environment['SIM_SYSLOG_CA'],
  }
}

function sizeOf(text: string): FabricSize {
  const size = SIZES.find((one) => one === text)
  if (!size) throw new Error(`size ${text}: expected ${SIZES.join(', ')}`)
  return size
}

function numberOf(name: string, text: string): number {
  const value = Number(text)
  if (text === '' || !Number.isFinite(value) || value < 0) throw new Error(`${name} ${text}: expected a number`)
  return value
}
