import { join } from 'node:path'
import { run } from './run.ts'

const ENGINES = ['docker', 'podman']

/** The image of deploy/Containerfile as a file that `docker load` reads, where there is an engine that answers. */
export async function buildImage(
  root: string,
  out: string,
  version: string,
  say: (line: string) => void,
): Promise<void> {
  const engine = await findEngine(root)
  if (engine === undefined) {
    say(`SKIPPED: the image. No container engine answers (${ENGINES.join(', ')}); deploy/Containerfile builds it.`)
    return
  }
  const image = `heddle:${version}`
  say(`The image ${image}, with ${engine}`)
  await run(engine, ['build', '-f', 'deploy/Containerfile', '-t', image, '.'], root)
  await run(engine, ['save', '-o', join(out, `heddle-image-${version}.tar`), image], root)
}

async function findEngine(root: string): Promise<string | undefined> {
  for (const engine of ENGINES) {
    const answers = await run(engine, ['info'], root).then(
      () => true,
      () => false,
    )
    if (answers) return engine
  }
  return undefined
}
