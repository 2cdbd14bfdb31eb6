import { cpSync, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBuildContext } from './build-context.ts'
import { readContainerfile, type Step } from './read-containerfile.ts'

/**
 * `node checks/deploy/rehearse-image.ts [folder]` does what deploy/Containerfile says on a machine without a container
 * engine: each stage is a folder, in which the same files are copied and the same commands of npm and Node run. Prints
 * where the files of the image are.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const isSeen = readBuildContext(readFileSync(join(ROOT, '.dockerignore'), 'utf8'))
const base = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'heddle-image-'))
const stages = readContainerfile(readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8'))

/** A path of a stage, in its folder. */
const inStage = (stage: string, workdir: string, path: string): string => join(base, stage, resolve(workdir, path))

function perform(stage: string, workdir: string, step: Step): void {
  if (step.kind === 'copy') step.sources.forEach((source) => copy(stage, workdir, source, step))
  else if (/^(npm|node) /.test(step.command)) run(step.command, inStage(stage, workdir, '.'))
  else process.stderr.write(`${stage}: not rehearsed: ${step.command}\n`)
}

function copy(stage: string, workdir: string, source: string, { from, to }: Step & { kind: 'copy' }): void {
  const origin = from === undefined ? join(ROOT, source) : inStage(from, '/', source)
  const keepsItsName = to.endsWith('/') && statSync(origin).isFile()
  const target = inStage(stage, workdir, keepsItsName ? join(to, basename(source)) : to)
  mkdirSync(dirname(target), { recursive: true })
  const filter = (path: string): boolean => from !== undefined || path === origin || isSeen(relative(ROOT, path))
  cpSync(origin, target, { recursive: true, verbatimSymlinks: true, filter })
}

/** With the Node of this process, and no other program of the repository. */
function run(command: string, cwd: string): void {
  process.stderr.write(`${command}\n`)
  const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)
  execFileSync('/bin/sh', ['-c', `export PATH='${path}'; ${command}`], { cwd, stdio: 'inherit' })
}

for (const { name, steps, last } of stages) {
  const workdir = last('WORKDIR') ?? '/'
  mkdirSync(inStage(name, workdir, '.'), { recursive: true })
  for (const step of steps) perform(name, workdir, step)
}
process.stdout.write(`${inStage(stages.at(-1)!.name, stages.at(-1)!.last('WORKDIR') ?? '/', '.')}\n`)
