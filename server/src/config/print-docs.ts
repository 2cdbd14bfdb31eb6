import { writeFile } from 'node:fs/promises'
import { CONFIGURATION_DOCUMENT, describeConfiguration } from './describe-configuration.ts'

await writeFile(CONFIGURATION_DOCUMENT, describeConfiguration())
