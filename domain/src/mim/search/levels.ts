/**
 * How well a document matches, in thousandths of the score. The gaps leave room for the mean of several words. A class
 * ranks above a property that matches in the same way, because `BD` means fvBD, not the property `bd` of some class.
 */
export const LEVELS = {
  className: 1000,
  /** The class name without its package: `BD` for fvBD. */
  ownClassName: 960,
  otherName: 950,
  /** Several words that are the whole label of a class: the closest match after its exact name. */
  wholeLabel: 930,
  wholePropertyLabel: 920,
  /** Several words that, joined, are the whole name: `fv bd`. */
  joinedName: 910,
  /** The name starts with the query, which ends at the end of a word: `bd` for fvBDDef. */
  namePrefixOfWords: 900,
  namePrefix: 880,
  nameWord: 800,
  nameWordPrefix: 740,
  wholeLabelOfOneWord: 700,
  labelWord: 600,
  propertyLabelWord: 590,
  /** Several words that are a whole label except for one typo. */
  wholeLabelTypo: 560,
  wholePropertyLabelTypo: 550,
  labelWordPrefix: 540,
  propertyLabelWordPrefix: 530,
  nameMiddle: 480,
  descriptionWord: 400,
  propertyDescriptionWord: 390,
  descriptionWordPrefix: 340,
  propertyDescriptionWordPrefix: 330,
  nameTypo: 300,
  labelTypo: 200,
  propertyLabelTypo: 190,
  descriptionTypo: 150,
  propertyDescriptionTypo: 140,
} as const

/** The maximum for several words, wherever each of them matches. */
export const MOST_FOR_WORDS = 905
