import type { ObjectStore } from '../controller/model/object-store.ts'
import type { AutomationOptions } from './automation-options.ts'
import { sampleTemplates } from './sample/sample-templates.ts'
import { type AutomationSimulator, startAutomation } from './start-automation.ts'

const SAMPLE_TOKEN = 'sample-automation-token-000001'

type SampleOptions = Pick<AutomationOptions, 'port' | 'host' | 'latencyMs'> & {
  /** The objects of the fabric that jobs change; without it they only write output. */
  readonly fabric?: ObjectStore
}

/** An automation server with templates for day-2 work on a fabric, in real time. */
export function startSampleAutomation({ fabric, ...options }: SampleOptions): Promise<AutomationSimulator> {
  return startAutomation({ ...options, templates: sampleTemplates(fabric), token: SAMPLE_TOKEN })
}
