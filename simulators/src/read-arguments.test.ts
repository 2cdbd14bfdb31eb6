import { describe, expect, it } from 'vitest'
import { readArguments } from './read-arguments.ts'

describe('readArguments', () => {
  it('has a default for everything', () => {
    expect(readArguments([], {})).toMatchObject({
      size: 'small',
      port: 8480,
      https: false,
      latencyMs: 0,
      controllers: 1,
      help: false,
    })
    expect(readArguments([], {})).toMatchObject({
      registryPort: 8481,
      registryClasses: 2000,
      automationPort: 8482,
      aiPort: 8483,
    })
  })

  it('prefers arguments to the environment', () => {
    const settings = readArguments(['--size', 'medium', '--https', '--port', '0'], {
      SIM_SIZE: 'large',
      SIM_LATENCY: '20',
      SIM_PORT: '1',
    })

    expect(settings).toMatchObject({ size: 'medium', https: true, port: 0, latencyMs: 20 })
  })

  it.each([
    [['--size', 'huge'], 'size huge'],
    [['--latency', 'slow'], 'latency slow'],
    [['--registry-classes', 'many'], 'registry-classes many'],
    [['--automation-port', 'any'], 'automation-port any'],
    [['--ai-port', 'any'], 'ai-port any'],
    [['--unknown'], 'unknown'],
  ])('refuses the arguments %j', (args, words) => {
    expect(() => readArguments(args, {})).toThrow(words)
  })
})
