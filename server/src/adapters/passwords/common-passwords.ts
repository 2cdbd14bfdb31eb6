import { dictionary } from '@zxcvbn-ts/language-common'

const common = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))

/** Whether a lower-case text is one of about 49,000 common passwords. */
export const isCommonPassword = (lower: string): boolean => common.has(lower)
