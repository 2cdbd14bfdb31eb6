import { onTestFinished } from 'vitest'
import type { ControllerOptions } from '../controller-options.ts'
import { DEFAULT_PASSWORD } from '../session/cluster.ts'
import { startController, type ControllerSimulator } from '../start-controller.ts'

export type ReadObject = { className: string; attributes: Record<string, string>; children: ReadObject[] }

export type Reading = {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly totalCount: string | undefined
  readonly objects: ReadObject[]
  /** Code and text if the envelope holds an error. */
  readonly error: { code: string; text: string } | undefined
}

type Wire = { totalCount?: string; imdata?: Record<string, { attributes: Record<string, string>; children?: [] }>[] }

export async function startTestController(options: ControllerOptions = {}): Promise<ControllerSimulator> {
  const simulator = await startController(options)
  onTestFinished(() => simulator.close())
  return simulator
}

/** Logs in and returns a function that reads addresses below `/api/`. */
export async function signIn(
  simulator: ControllerSimulator,
): Promise<(path: string, options?: Record<string, string>) => Promise<Reading>> {
  const { token } = await login(simulator)
  return (path, options = {}) => read(simulator, path, options, { cookie: `APIC-cookie=${token}` })
}

export async function login(simulator: ControllerSimulator, name = 'admin', pwd = DEFAULT_PASSWORD) {
  const body = JSON.stringify({ aaaUser: { attributes: { name, pwd } } })
  const response = await fetch(`${simulator.url}/api/aaaLogin.json`, { method: 'POST', body })
  const reading = toReading(response, await response.text())
  const attributes = reading.objects[0]?.attributes ?? {}
  return {
    ...reading,
    attributes,
    token: attributes['token'] ?? '',
    setCookie: response.headers.get('set-cookie') ?? '',
  }
}

export async function read(
  simulator: ControllerSimulator,
  path: string,
  options: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Reading> {
  const query = Object.entries(options).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const place = encodeURI(path).replaceAll('#', '%23').replaceAll('?', '%3F')
  const address = `${simulator.url}/api/${place}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const response = await fetch(address, { headers })
  return toReading(response, await response.text())
}

export function dnsOf({ objects }: { objects: readonly ReadObject[] }): string[] {
  return objects.map(({ attributes }) => attributes['dn'] ?? '')
}

function toReading(response: Response, text: string): Reading {
  const type = response.headers.get('content-type') ?? ''
  const wire: Wire = type.includes('json') ? JSON.parse(text) : {}
  const objects = (wire.imdata ?? []).filter(isObject).map(toObject)
  const error =
    objects[0]?.className === 'error' ? (objects[0].attributes as { code: string; text: string }) : undefined
  return { status: response.status, type, text, totalCount: wire.totalCount, objects, error }
}

/** The domain list has entries without a class. */
function isObject(item: object): item is Record<string, { attributes: Record<string, string>; children?: [] }> {
  return Object.values(item).every((value) => typeof value === 'object')
}

function toObject(item: Record<string, { attributes: Record<string, string>; children?: [] }>): ReadObject {
  const [className, { attributes, children = [] }] = Object.entries(item)[0]!
  return { className, attributes, children: children.map(toObject) }
}
