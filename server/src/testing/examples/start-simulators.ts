import { startAi } from '@heddle/simulators/ai/start-ai.ts'
import { startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { startController } from '@heddle/simulators/controller/start-controller.ts'
import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { startRegistry } from '@heddle/simulators/registry/start-registry.ts'
import type { Clock } from '../../kernel/clock.ts'
import { startStubProvider } from '../sign-on/start-stub-provider.ts'
import { slapdPath, startSlapd } from '../slapd.ts'
import { startSmtpServer } from '../smtp-server.ts'
import { addExampleFabric } from './example-fabric.ts'

export type Simulators = Awaited<ReturnType<typeof startSimulators>>

const MODEL = generateModel({ classes: 60, seed: 7 })

/** The job template of the automation server that the examples launch. */
export const JOB_TEMPLATE = 17
export const REFUSED_JOB_TEMPLATE = 18

/** Everything outside the server that the examples need; all clocks stand still. */
export async function startSimulators(clock: Clock) {
  const startAt = clock.now().getTime()
  const templates = [
    { id: JOB_TEMPLATE, name: 'ACI: connect bridge domains to a VRF', allowSimultaneous: true },
    { id: REFUSED_JOB_TEMPLATE, name: 'ACI: back up the configuration', access: 'read' as const },
  ]
  const [smtp, controller, automation, ai, registry, provider] = await Promise.all([
    startSmtpServer(),
    startController(),
    startAutomation({ clock: 'manual', startAt, templates }),
    startAi(),
    startRegistry({ versions: { latest: { model: MODEL }, '611': { model: MODEL, without: ['fv:Ap'] } } }),
    startStubProvider(),
  ])
  const slapd = slapdPath === undefined ? undefined : await startSlapd()
  controller.store.now = () => clock.now().getTime()
  addExampleFabric(controller.store)
  return {
    smtp,
    controller,
    automation,
    ai,
    registry,
    provider,
    /** Undefined where no directory server is installed. */
    slapd,
    stop: async () => {
      await Promise.all([
        slapd?.stop(),
        smtp.stop(),
        controller.close(),
        automation.close(),
        ai.close(),
        registry.close(),
        provider.stop(),
      ])
    },
  }
}
