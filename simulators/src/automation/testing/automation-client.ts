import { onTestFinished } from 'vitest'
import type { AutomationOptions } from '../automation-options.ts'
import { scriptOf } from '../model/job-script.ts'
import type { TemplateOptions } from '../model/job-template.ts'
import { linesOf } from '../output/job-output.ts'
import { type AutomationSimulator, startAutomation } from '../start-automation.ts'

export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string; readonly body: any }

/** Pending for 500 ms, waiting for 250 ms, running for 5 s, ten lines. */
export const PLAIN: TemplateOptions = {
  id: 7,
  name: 'Deploy EPG',
  allowSimultaneous: true,
  script: scriptOf({ output: linesOf(Array.from({ length: 10 }, (_, index) => `line ${index}`)) }),
}

/** The time from the launch until a plain job runs. */
export const UNTIL_RUNNING = 750
export const RUN_MS = 5000

/** A server on a clock that only the test moves, with one plain template, closed at the end of the test. */
export async function startTestAutomation(options: AutomationOptions = {}): Promise<AutomationSimulator> {
  const automation = await startAutomation({ clock: 'manual', templates: [PLAIN], ...options })
  onTestFinished(() => automation.close())
  return automation
}

/** A plain client: below the API's prefix, with the server's token unless another header is given. */
export function clientOf(automation: AutomationSimulator, authorization = `Bearer ${automation.token}`) {
  const send = (method: string, place: string, body?: unknown): Promise<Answer> =>
    request(`${automation.url}${automation.prefix}${place}`, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    get: (place: string) => send('GET', place),
    post: (place: string, body?: unknown) => send('POST', place, body),
    delete: (place: string) => send('DELETE', place),
    launch: async (template = PLAIN.id, body: unknown = {}): Promise<number> => {
      const { body: job } = await send('POST', `job_templates/${template}/launch/`, body)
      return job.job
    },
  }
}

/** Redirects are answers here, as for any client that must not turn a POST into a GET. */
export async function request(url: string, options: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...options })
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').includes('json') && text !== ''
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
}
