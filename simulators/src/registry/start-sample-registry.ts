import { generateModel } from './generate-model.ts'
import type { SimulatedModel } from './simulated-model.ts'
import { startRegistry, type RegistryOptions, type RegistrySimulator } from './start-registry.ts'

type SampleOptions = Pick<RegistryOptions, 'port' | 'host' | 'latencyMs'> & { readonly classes: number }

/** How often a class is missing in the older version; the oldest lacks twice as many. */
const MISSING_EVERY = 40

/** A registry with three versions of one model: `latest` has all classes, `611` lacks some, `521` lacks more. */
export async function startSampleRegistry(
  options: SampleOptions,
): Promise<{ readonly registry: RegistrySimulator; readonly model: SimulatedModel }> {
  const { classes, ...server } = options
  const model = generateModel({ classes })
  const missing = (place: number) =>
    model.classNames.filter((name, index) => index % MISSING_EVERY === place && !isIndispensable(name))
  const newer = missing(MISSING_EVERY - 1)
  const versions = {
    latest: { model },
    '611': { model, without: newer },
    '521': { model, without: [...newer, ...missing(MISSING_EVERY / 2)] },
  }
  return { registry: await startRegistry({ ...server, versions }), model }
}

/** The classes a crawl starts from. */
function isIndispensable(name: string): boolean {
  return name === 'top:Root' || name === 'pol:Uni'
}
