import { describe, expect, it } from 'vitest'
import { faultOfJobUrlPattern, jobUrl } from './job-url.ts'

describe('the page of a job', () => {
  it.each([
    ['https://awx.example', null, 'job', 'https://awx.example/#/jobs/playbook/7/output'],
    ['https://awx.example/', null, 'workflow_job', 'https://awx.example/#/jobs/workflow/7/output'],
    [
      'https://aap.example/ui/',
      '/execution/jobs/{kind}/{id}/output',
      'job',
      'https://aap.example/ui/execution/jobs/playbook/7/output',
    ],
    ['https://x', 'jobs?id={id}', 'job', 'https://x/jobs?id=7'],
  ] as const)('of %s with the pattern %s is, for a %s, %s', (baseUrl, jobUrlPattern, kind, expected) => {
    expect(jobUrl({ baseUrl, jobUrlPattern }, { kind, id: 7 })).toBe(expected)
  })

  it.each([
    ['/jobs/{id}/', undefined],
    ['/jobs/', '{id}'],
    ['https://evil.example/{id}', 'path'],
    ['//evil.example/{id}', 'path'],
    ['javascript:alert({id})', 'path'],
    ['/a b/{id}', 'spaces'],
  ])('takes the pattern %s unless it is wrong: %s', (pattern, word) => {
    const fault = faultOfJobUrlPattern(pattern)

    if (word === undefined) expect(fault).toBeUndefined()
    else expect(fault).toContain(word)
  })
})
