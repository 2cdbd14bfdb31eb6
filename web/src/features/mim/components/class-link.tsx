import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './class-link.module.css'

type Props = { readonly name: string; readonly className?: string | undefined; readonly children?: ReactNode }

/** The page of a class. What was sought stays. */
export const ClassLink = ({ name, className, children }: Props) => (
  <Link
    to="/mim/class/$name/"
    params={{ name }}
    search={({ q, kind, package: of }) => ({ q, kind, package: of })}
    className={`${styles.link} ${className ?? ''}`}
  >
    {children ?? name}
  </Link>
)
