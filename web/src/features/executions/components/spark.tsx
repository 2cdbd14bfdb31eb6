import styles from './spark.module.css'
import { sparkPoints } from './spark-points.ts'

const WIDTH = 56
const HEIGHT = 16

/** How a number went over time, in one line; the number itself is next to it. */
export const Spark = ({ values, title }: { readonly values: readonly number[]; readonly title: string }) => (
  <svg
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    width={WIDTH}
    height={HEIGHT}
    className={styles.spark}
    role="img"
    aria-label={title}
  >
    <title>{title}</title>
    <polyline points={sparkPoints(values, WIDTH, HEIGHT)} />
  </svg>
)
