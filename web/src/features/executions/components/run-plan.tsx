import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import { requestsOf } from './requests-of.ts'
import styles from './run-plan.module.css'

/** What the run did, step by step, and what it asked of the controller. */
export function RunPlan({ run }: { readonly run: Wire.ExecutionLog }) {
  const steps = run.generated_query.split('\n').filter((line) => line !== '')
  const requests = requestsOf(run.actual_query_path)
  return (
    <div className={styles.plan}>
      <section aria-labelledby="run-steps">
        <h2 id="run-steps">{words.steps}</h2>
        {steps.length === 0 ? (
          <p className={styles.none}>{words.noSteps}</p>
        ) : (
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{step.replace(/^\d+\. /, '')}</li>
            ))}
          </ol>
        )}
      </section>
      <section aria-labelledby="run-requests">
        <h2 id="run-requests">{words.requestCount(requests.length)}</h2>
        {requests.length === 0 ? (
          <p className={styles.none}>{words.noRequests}</p>
        ) : (
          <ol className={styles.requests}>
            {requests.map(({ path, parameters }, index) => (
              <li key={index}>
                <span className={styles.method}>GET</span> {path}
                {parameters.map((parameter, place) => (
                  <div key={parameter} className={styles.parameter}>
                    {place === 0 ? '?' : '&'}
                    {parameter}
                  </div>
                ))}
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  )
}
