import { describe, expect, it } from 'vitest'
import { fabricFacts } from './fabric-facts.ts'

const node = (role: string, id: number, version: string, pod = 1) => ({
  dn: `topology/pod-${pod}/node-${id}`,
  role,
  version,
})

describe('the facts of a fabric', () => {
  it('are the releases and the numbers of its nodes', () => {
    const nodes = [
      node('controller', 1, '6.0(9c)'),
      node('controller', 2, '6.0(9c)', 2),
      node('spine', 201, 'n9000-16.0(10a)'),
      node('leaf', 101, 'n9000-16.0(9c)'),
      node('leaf', 102, 'n9000-16.0(9c)', 2),
      node('leaf', 103, ''),
    ]

    expect(fabricFacts(nodes)).toEqual({
      version: '6.0(9c)',
      switch_versions: ['n9000-16.0(9c)', 'n9000-16.0(10a)'],
      lowest_switch: '6.0(9c)',
      highest_switch: '6.0(10a)',
      ...{ nodes: 6, leafs: 3, spines: 1, controllers: 2, pods: 2 },
    })
  })

  it('have the lowest release of controllers that are being upgraded', () => {
    expect(fabricFacts([node('controller', 1, '6.0(10a)'), node('controller', 2, '6.0(9c)')]).version).toBe('6.0(9c)')
  })

  it('take the release from the running firmware where nodes have none', () => {
    const nodes = [node('controller', 1, 'A'), node('leaf', 101, '')]

    expect(fabricFacts(nodes, [{ version: '3.2(10e)' }])).toMatchObject({
      version: '3.2(10e)',
      switch_versions: [],
      lowest_switch: null,
    })
    expect(fabricFacts(nodes).version).toBeNull()
  })
})
