import { dictionary } from '@zxcvbn-ts/language-common'

const common = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))

/** Is this lower-case text among the some 49,000 passwords that are tried first? */
export const isCommonPassword = (lower: string): boolean => common.has(lower)
