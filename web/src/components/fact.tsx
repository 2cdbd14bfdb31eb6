import type { ReactNode } from 'react'
import text from './text.module.css'

/** A name and its value, in a list of such. */
export const Fact = ({ name, value }: { readonly name: string; readonly value: ReactNode }) => (
  <div>
    <dt className={text.caption}>{name}</dt>
    <dd>{value}</dd>
  </div>
)
