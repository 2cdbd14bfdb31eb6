import { describe, expect, it } from 'vitest'
import { draftToTell } from './draft-to-tell.ts'

const QUERY = { id: 'q', name: 'Domains', controller_connection: 'usual' }
const draft = (search: Readonly<Record<string, string>>) => draftToTell(QUERY, 'UTC', search)

describe('a schedule that a link asks for', () => {
  it('is of the query on its own connection, unless the link says more', () => {
    expect(draft({})).toMatchObject({
      ...{ name: 'Domains', query: 'q', connections: ['usual'], merge: false, variables: {} },
      ...{ capture: 'usual', onChanged: false },
    })
    expect(draftToTell({ ...QUERY, controller_connection: null }, 'UTC', {}).connections).toEqual([])
  })

  it('takes the connections and values of a run, and merges as the run did', () => {
    expect(draft({ connections: 'a,b', 'v.tenant': 'common', tell: 'rows' })).toMatchObject({
      ...{ name: 'Rows of Domains', connections: ['a', 'b'], merge: true, variables: { tenant: 'common' } },
      ...{ capture: 'usual', onChanged: false, onExpectation: true },
    })
  })

  it('keeps captures where changes are wanted, which nothing else could be compared with', () => {
    expect(draft({ tell: 'changes', connections: 'a' })).toMatchObject({
      ...{ name: 'Changes of Domains', capture: 'yes', onChanged: true, merge: false },
    })
  })
})
