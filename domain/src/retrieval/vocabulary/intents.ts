/** Words by which operators ask for what nothing points to, so that the relations to a class are needed. */
export const UNUSED_TERMS = `
unused, not used, orphaned, orphan, nobody uses, no one uses, never used, unreferenced, not referenced, not assigned, unassigned, not attached, unattached, not associated, stale, leftover, used by, uses, in use, where used, referenced by, depends on, pointing to
`

/** Words that say nothing about classes on their own. */
export const FILLERS = new Set(
  `a about all also am an and any anyone anything are as at be because been being below between both but by can class classes could currently did
  do does doing done each else ever every exactly find for from get give given had has have having her here him his how i if in into is isn isnt it
  its just kind know lack lacking let like list look looking made make many me might mine more much must my name named need no nobody not now object
  objects of off one only onto or other our out own per please possible quickly see set should show since so some still such tell than that the
  their them then there these they thing things this those through to too under until up use used using very want was we were what when where
  whether which who whose why will with within without would you your doesn don dont hasn haven aren wasn there s t re ve whats number count
  there anywhere display fetch query report table overview across overall exist exists existing via come comes belong belongs
  really actually happen happened happening together currently again against after before during inside outside`.split(
    /\s+/,
  ),
)
