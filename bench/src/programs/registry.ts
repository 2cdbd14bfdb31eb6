import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { startRegistry } from '@heddle/simulators/registry/start-registry.ts'

/** Median size of real documents. */
const REAL_BYTES = 39_000

/** A simulated registry with a generated model; all documents are generated and compressed up front. */
export async function open({ classes }: { readonly classes: number }) {
  const model = generateModel({ classes, seed: 1, bytesPerDocument: REAL_BYTES })
  const registry = await startRegistry({ versions: { latest: { model } } })
  registry.warmUp()
  return {
    url: async () => registry.url,
    /** `pkg:Class`. */
    names: async () => [...model.classNames],
  }
}
