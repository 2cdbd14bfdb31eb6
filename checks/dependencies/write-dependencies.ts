import { writeFile } from 'node:fs/promises'
import { DEPENDENCIES_DOCUMENT, describeDependencies } from './describe-dependencies.ts'
import { readLock } from './locked-packages.ts'

await writeFile(DEPENDENCIES_DOCUMENT, describeDependencies(await readLock()))
