import { serveThread } from '../threads/serve-thread.ts'
import { readYaml } from './read-yaml.ts'
import type { YamlCalls } from './yaml-calls.ts'
import { writeYaml } from './write-yaml.ts'

serveThread<YamlCalls>({
  read: readYaml,
  write: (json) => writeYaml(JSON.parse(json)),
})
