import { HeddleError } from '@heddle/client'
import { describe, expect, it } from 'vitest'
import { formFaults } from './form-faults.ts'

const refusal = (fields: Record<string, string[]>) => new HeddleError('Refused.', 400, { fields })
const FIELDS = ['name', 'hosts', 'password']

describe('the faults of a form', () => {
  it.each([
    { what: 'a field', error: refusal({ name: ['Too long.'] }), name: ['Too long.'], hosts: [], general: [] },
    {
      what: 'a part of a field',
      error: refusal({ 'hosts.1': ['Not a host.'] }),
      name: [],
      hosts: ['line 2: Not a host.'],
      general: [],
    },
    {
      what: 'no field',
      error: refusal({ non_field_errors: ['Not now.'] }),
      name: [],
      hosts: [],
      general: ['Not now.'],
    },
    {
      what: 'a field that is not shown',
      error: refusal({ other: ['Wrong.'] }),
      name: [],
      hosts: [],
      general: ['other: Wrong.'],
    },
    {
      what: 'the whole request',
      error: new HeddleError('The server is away.', 0),
      name: [],
      hosts: [],
      general: ['The server is away.'],
    },
    { what: 'nothing', error: null, name: [], hosts: [], general: [] },
  ])('belong to $what', ({ error, name, hosts, general }) => {
    const faults = formFaults(error, FIELDS)

    expect([faults.of('name'), faults.of('hosts'), faults.general]).toEqual([name, hosts, general])
  })
})
