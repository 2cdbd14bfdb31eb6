/** Whether a lower-case text is one of about 49,000 common passwords. Reads them when one is first asked about. */
export async function isCommonPassword(lower: string): Promise<boolean> {
  const passwords = await (known ??= readPasswords())
  return passwords.has(lower)
}

let known: Promise<ReadonlySet<string>> | undefined

// Their seven megabytes are of use only where somebody chooses a password.
async function readPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))
}
