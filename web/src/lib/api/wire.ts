/** What the API says and takes, as types. */
export type * as Wire from '@heddle/client'
