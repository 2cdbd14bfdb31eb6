export type JobPlace = {
  readonly baseUrl: string
  /** Null: the usual one. */
  readonly jobUrlPattern: string | null
}

export const USUAL_JOB_URL_PATTERN = '/#/jobs/{kind}/{id}/output'

const KINDS = { job: 'playbook', workflow_job: 'workflow' } as const

/**
 * The page of a job in the automation server's own UI. A workflow job has another kind of page.
 *
 *     jobUrl({ baseUrl: 'https://awx.example/', jobUrlPattern: null }, { kind: 'job', id: 7 })
 *     // https://awx.example/#/jobs/playbook/7/output
 */
export function jobUrl(
  { baseUrl, jobUrlPattern }: JobPlace,
  { kind, id }: { readonly kind: keyof typeof KINDS; readonly id: number },
): string {
  const path = (jobUrlPattern ?? USUAL_JOB_URL_PATTERN).replaceAll('{id}', String(id)).replaceAll('{kind}', KINDS[kind])
  return `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
}

/** What is wrong with a pattern that somebody typed; undefined if nothing is. */
export function faultOfJobUrlPattern(pattern: string): string | undefined {
  if (!pattern.includes('{id}')) return 'The pattern must contain {id}, the number of the job.'
  if (/[\s\\]/.test(pattern)) return 'The pattern must contain neither spaces nor backslashes.'
  if (/^\/\/|^[a-z][\w+.-]*:/i.test(pattern))
    return 'The pattern is a path below the base URL: leave out scheme and host.'
  return undefined
}
