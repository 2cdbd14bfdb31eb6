import { writeFileSync } from 'node:fs'
import { fairAnswers } from './ai/answers/fair-answers.ts'
import { startAi } from './ai/start-ai.ts'
import { startSampleAutomation } from './automation/start-sample-automation.ts'
import { startOtlpCollector } from './collector/start-otlp-collector.ts'
import { startSyslogCollector } from './collector/start-syslog-collector.ts'
import { startControl } from './control/start-control.ts'
import { generateFabric } from './controller/generate-fabric.ts'
import { DEFAULT_PASSWORD } from './controller/session/cluster.ts'
import { startController, type ControllerSimulator } from './controller/start-controller.ts'
import { startSampleRegistry } from './registry/start-sample-registry.ts'
import { startReceiver } from './receiver/start-receiver.ts'
import { HELP, readArguments } from './read-arguments.ts'

const settings = readArguments(process.argv.slice(2), process.env)
if (settings.help) {
  console.log(HELP)
} else {
  await run()
}

async function run(): Promise<void> {
  console.log(`Generating a ${settings.size} fabric…`)
  const { size, seed, isChecked } = settings
  const store = generateFabric({ size, seed, isChecked, release: settings.release, now: Date.now() })
  const { release, latencyMs, microsPerObject, host } = settings
  const tls = settings.https ? ('self-signed' as const) : undefined
  const { registry, model } = await startSampleRegistry({
    classes: settings.registryClasses,
    port: settings.registryPort,
    host,
    latencyMs,
  })
  const automation = await startSampleAutomation({ port: settings.automationPort, host, latencyMs, fabric: store })
  const ai = await startAi({ port: settings.aiPort, host, latencyMs, answers: fairAnswers })
  const receiver = await startReceiver({ port: settings.receiverPort, host })
  const syslog = await startSyslogCollector({ port: settings.syslogPort, host })
  if (settings.syslogCa !== undefined) writeFileSync(settings.syslogCa, syslog.ca)
  const otlp = await startOtlpCollector({ port: settings.otlpPort, host })
  const simulators: ControllerSimulator[] = []
  for (let index = 0; index < settings.controllers; index++) {
    const shared = simulators[0] ? { cluster: simulators[0].cluster } : { store, release }
    const port = settings.port === 0 ? 0 : settings.port + index
    const documents = { model }
    simulators.push(
      await startController({ ...shared, host, port, tls, latencyMs, microsPerObject, nodeId: index + 1, documents }),
    )
  }
  const control = await startControl(simulators, settings.controlPort, registry, automation, ai)
  for (const { url } of simulators) console.log(`Controller  ${url}`)
  console.log(`Login       admin / ${DEFAULT_PASSWORD}   (domain TACACS: apic:TACACS\\jdoe / tac-Secret1)`)
  console.log(`Objects     ${store.size}, release ${release}`)
  console.log(
    `Registry    ${registry.url}   (${model.classNames.length} classes; versions ${[...registry.sources.keys()].join(', ')})`,
  )
  console.log(
    `Automation  ${automation.url}   (token ${automation.token}; ${automation.state.templates.size} job templates)`,
  )
  console.log(`AI          ${ai.url}   (key ${ai.settings.keys.openai}; ${Object.keys(ai.baseUrls).join(', ')})`)
  console.log(`Receiver    ${receiver.url}   (what arrived at /hooks/…)`)
  console.log(`Syslog      ${syslog.url}   (over TLS; see SIEM_SYSLOG_URL)`)
  console.log(`OTLP        ${otlp.url}   (what arrived: GET /records)`)
  console.log(`Control     ${control.url}/status`)
  const running = [control, registry, automation, ai, receiver, syslog, otlp, ...simulators]
  const stop = () => void Promise.all(running.map((one) => one.close()))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
