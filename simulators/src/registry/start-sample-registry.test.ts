import { describe, expect, it, onTestFinished } from 'vitest'
import { startSampleRegistry } from './start-sample-registry.ts'

describe('the sample registry', () => {
  it('has three versions, each with fewer classes than the newer one', async () => {
    const { registry } = await startSampleRegistry({ classes: 400 })
    onTestFinished(() => registry.close())

    const counts = ['latest', '611', '521'].map((key) => registry.sources.get(key)?.classNames.length ?? 0)

    expect(counts[0]).toBe(400)
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
    expect(new Set(counts).size).toBe(3)
    expect(registry.sources.get('521')?.has('top:Root')).toBe(true)
  })
})
