import { onTestFinished } from 'vitest'
import { generateModel } from '../generate-model.ts'
import type { SimulatedModel } from '../simulated-model.ts'
import { startRegistry, type RegistryOptions, type RegistrySimulator } from '../start-registry.ts'

export const smallModel: SimulatedModel = generateModel({ classes: 300 })

/** A registry with the small model as `latest` by default, closed at the end of the test. */
export async function startTestRegistry(options: Partial<RegistryOptions> = {}): Promise<RegistrySimulator> {
  const registry = await startRegistry({ versions: { latest: { model: smallModel } }, ...options })
  onTestFinished(() => registry.close())
  return registry
}

export function documentUrl(registry: RegistrySimulator, className: string, version = 'latest'): string {
  return `${registry.url}/model-doc-${version}/docs/doc/jsonmeta/${className.replace(':', '/')}.json`
}

export function aggregateUrl(registry: RegistrySimulator, version = 'latest'): string {
  return `${registry.url}/model-doc-${version}/docs/doc/jsonmeta/aci-meta.json`
}

export type Got = { readonly status: number; readonly type: string; readonly encoding: string; readonly text: string }

export async function get(url: string, encoding: 'gzip' | 'identity' = 'gzip'): Promise<Got> {
  const response = await fetch(url, { headers: { 'accept-encoding': encoding } })
  const { status, headers } = response
  return {
    status,
    type: headers.get('content-type') ?? '',
    encoding: headers.get('content-encoding') ?? '',
    text: await response.text(),
  }
}
