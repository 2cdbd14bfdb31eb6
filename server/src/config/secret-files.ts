import { readFileSync } from 'node:fs'

export type SecretSource = { readonly text: string | undefined } | { readonly problem: string }

/**
 * What a secret is set to: the variable, or the content of the file that `<name>_FILE` names, which is how containers,
 * systemd and Kubernetes pass secrets.
 */
export function readSecret(env: NodeJS.ProcessEnv, name: string): SecretSource {
  const file = `${name}_FILE`
  const path = presentIn(env, file)?.trim()
  const text = presentIn(env, name)
  if (path === undefined) return { text }
  if (text !== undefined) return { problem: `${file}: expected ${name} or ${file}, not both` }
  return readSecretFile(file, path)
}

/** Empty means unset: compose files and unit files pass unset variables as empty strings. */
export function presentIn(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name]?.trim() === '' ? undefined : env[name]
}

function readSecretFile(name: string, path: string): SecretSource {
  const problem = (expected: string): SecretSource => ({
    problem: `${name} ${JSON.stringify(path)}: expected ${expected}`,
  })
  try {
    // Editors and `echo` end a file with a line break that is not part of the secret.
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    // Not "unset": without its key file the program would generate another key.
    return text.trim() === '' ? problem('a file that is not empty') : { text }
  } catch (error) {
    return problem(`a readable file, but reading it fails with ${(error as NodeJS.ErrnoException).code}`)
  }
}
