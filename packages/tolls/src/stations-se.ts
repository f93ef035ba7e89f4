import { stationsOfRows } from './station-rows.ts';
import type { Station } from './types.ts';

/** Which of Stockholm's two price tables holds at a control point. */
export const INNER_CITY = 'inner-city';
export const ESSINGELEDEN = 'essingeleden';

/**
 * Control points of the congestion tax in Stockholm: the road administration's list of toll stations ("Betalstationer", CC0, as of 17
 * April 2026), in WGS 84. A star: the table of Essingeleden. Bilaga 1 p. 2 of lag (2004:629) leaves traffic to and from
 * Drottningholmsvägen east of it and Lindhagensgatan out of that table, so 341 to 344 and 351 to 354 are of the inner city.
 */
const STOCKHOLM = `
danvikstull|Danvikstull|271 59.314021 18.103511|272 59.313917 18.103445
skansbron|Skansbron|281 59.304025 18.079426|282 59.304037 18.079418
skanstullsbron|Skanstullsbron|291 59.306332 18.077467|292 59.306303 18.077267
johanneshovsbron|Johanneshovsbron|301 59.303811 18.077202|302 59.303782 18.077053
liljeholmsbron|Liljeholmsbron|311 59.31144 18.028826|312 59.311962 18.029223
stora-essingen|Stora Essingen|321* 59.322903 17.996677|322* 59.322887 17.996572|323* 59.322061 17.996297
lilla-essingen|Lilla Essingen|332* 59.325113 18.00399
fredhall|Tpl Fredhäll/Drottningholmsvägen|341 59.331193 18.010974|342 59.331504 18.010589|343 59.330667 18.010536|344 59.331363 18.010653|345* 59.331263 18.008941|346* 59.331657 18.01056|347* 59.333734 18.009726|348* 59.333725 18.009903
kristineberg|Tpl Kristineberg|351 59.336454 18.010285|352 59.336183 18.010822|353 59.33372 18.010092|354 59.33374 18.009502
ekelundsbron|Ekelundsbron|361 59.340625 18.012929|362 59.340607 18.012923
klarastrandsleden|Klarastrandsleden|371 59.338766 18.029898|372 59.33881 18.029942
tomtebodavagen|Tomtebodavägen|381 59.343682 18.026088|382 59.34375 18.026203
solnabron|Solnabron|391 59.346587 18.032248|392 59.346798 18.032126
norrtull|Tpl Norrtull|401 59.349759 18.042638|402 59.3504 18.043955|403 59.349707 18.042496
ekhagen|Tpl Ekhagen|411 59.371138 18.050305|412 59.371417 18.050864|413 59.36935 18.051552|414 59.369495 18.050687
frescati|Tpl Frescati|421 59.365623 18.052477|422 59.365621 18.052446
universitetet|Tpl Universitetet|431 59.362978 18.054632|432 59.36311 18.055204
roslagstull|Tpl Roslagstull|441 59.352768 18.058007|442 59.352484 18.058731
vartan|Värtan|451 59.351202 18.095254|452 59.351422 18.09564|453 59.352587 18.106462|454 59.351791 18.106576|455 59.350791 18.099338|456 59.352593 18.106509
ropsten|Ropsten|461 59.35659 18.105108|462 59.356646 18.104991|463 59.356974 18.102426|464 59.356901 18.102381
hagastaden|Hagastaden|473 59.347688 18.033042|474 59.347673 18.033056
halsingegatan|Hälsingegatan|471 59.349089 18.036206|472 59.349051 18.036243
`;

/**
 * Control points in Gothenburg, from the same list; those with a letter are further lanes, to five decimals. The last five stations cost
 * nothing: they are the control points of traffic through Backa (bilaga 2 p. 5 and 6).
 */
const GOTHENBURG = `
fridkullagatan|Fridkullagatan|401 57.682443 11.987615|402 57.682431 11.987617
gibraltargatan|Gibraltargatan|411 57.682999 11.984493|412 57.682975 11.984496
doktor-allards-gata|Doktor Allards gata|421 57.681569 11.978672|422 57.681583 11.978674
ehrenstromsgatan|Ehrenströmsgatan|431 57.67917 11.968694|432 57.679197 11.968653
dag-hammarskjoldsleden|Dag Hammarskjöldsleden|441 57.677991 11.942352|442 57.67806 11.942179
margaretebergsgatan|Margaretebergsgatan|451 57.680839 11.943235|452 57.680831 11.943184
fjallgatan-jungmansgatan|Fjällgatan/Jungmansgatan|461 57.696128 11.945613|462 57.696137 11.945587
stigbergsliden|Stigbergsliden|471 57.69944 11.936818|472 57.699523 11.936342
e45-oscarsleden|E45 Oscarsleden|481 57.699937 11.935893|482 57.700057 11.935852|481b 57.70001 11.93586
emigrantvagen|Emigrantvägen|491 57.700139 11.935808|492 57.700143 11.935864
alvsborgsbron|Älvsborgsbron|501 57.694935 11.898962|502 57.694975 11.899154
lindholmsallen|Lindholmsallén|511 57.707626 11.935812|512 57.707811 11.935814
karlavagnsgatan-vastra|Karlavagnsgatan västra|521 57.708202 11.935284|522 57.708238 11.935182
polstjarnegatan|Polstjärnegatan|531 57.710562 11.936441|532 57.710565 11.936499|533 57.711386 11.937345|534 57.711384 11.937276
karlavagnsgatan-ostra|Karlavagnsgatan östra|541 57.711922 11.94306|542 57.711909 11.943032
hjalmar-brantingsgatan|Hjalmar Brantingsgatan|551 57.720237 11.958067|552 57.720497 11.959525|551b 57.7203 11.95806
sodra-tagenevagen|Södra Tagenevägen|561 57.759245 11.988648|562 57.759224 11.988628
skalltorpsvagen|Skälltorpsvägen|571 57.758244 11.989638|572 57.758173 11.989674
backadalen|Backadalen|581 57.747641 11.988938|582 57.747538 11.988914
tingstadsmotet-avfart-e6|Tingstadsmotet avfart E6|591 57.73202 11.98332
tingstadvagen|Tingstadvägen|601 57.730946 11.982289|602 57.730951 11.982272
ringomotet|Ringömotet|611 57.725811 11.975416|612 57.726228 11.976992|613 57.724513 11.982279|614 57.724864 11.983056|613b 57.72457 11.98238|614b 57.72481 11.98286|614c 57.72475 11.98264
salsmastaregatan|Salsmästaregatan|621 57.724018 11.984633|622 57.72403 11.984661
marieholmsgatan|Marieholmsgatan|631 57.720721 11.990755|632 57.72074 11.990783
e45-marieholmsleden|E45 Marieholmsleden|641 57.720119 11.993764|642 57.720053 11.99393|644 57.719972 11.994108
partihandelsgatan|Partihandelsgatan|651 57.718609 11.994543|652 57.718616 11.994566
e20-alingsasleden|E20 Alingsåsleden|661 57.716804 11.996882|662 57.716729 11.997046|661b 57.71684 11.99678
olskroksmotet-avfart-e20|Olskroksmotet avfart E20|672 57.71524 11.995054
olskroksmotet-pafart-e6|Olskroksmotet påfart E6|681 57.714789 11.994947
redbergsvagen|Redbergsvägen|693 57.714059 11.994577|694 57.713989 11.994832|696 57.713654 11.995021
willinsbron|Willinsbron|701 57.709298 11.997061|702 57.709217 11.997065
orgrytevagen|Örgrytevägen|711 57.697881 11.997232|712 57.697715 11.997312
kungsbackaleden|Kungsbackaleden|721 57.689872 12.000683|722 57.689013 12.001005|723 57.688474 12.001233|724 57.688449 12.001044|721b 57.68983 12.00066|722b 57.68905 12.00102
sankt-sigfridsgatan|Sankt Sigfridsgatan|731 57.689193 12.004984|732 57.689427 12.004893
molndalsvagen|Mölndalsvägen|751 57.685064 11.999542|752 57.68503 11.99929
marieholmstunneln-avfart-e6-norr|Marieholmstunneln avfart E6 norr|761 57.728241 11.986697
marieholmstunneln-pafart-e6-norr|Marieholmstunneln påfart E6 norr|772 57.728644 11.986986
backtuvevagen|Bäcktuvevägen|915 57.738874 11.941017|916 57.738887 11.941011
tuvevagen|Tuvevägen|925 57.738914 11.941519|926 57.738898 11.941288
minelundsvagen|Minelundsvägen|935 57.729716 11.953061|936 57.729713 11.953023
deltavagen|Deltavägen|945 57.728466 11.954098|946 57.728469 11.954114
backavagen|Backavägen|955 57.726363 11.960283|956 57.726392 11.960093
`;

/** Bridges with an infrastructure charge (lag 2024:172). Where they stand is from general knowledge, to 300 m. */
const BRIDGES = `
motalabron|Motalabron|bridge 58.54 15.048
sundsvallsbron|Sundsvallsbron|bridge 62.383 17.349
skurubron|Skurubron|bridge 59.314 18.222
`;

/** The stations of Sweden. */
export const SWEDISH_STATIONS: readonly Station[] = [
  ...stationsOfRows(
    STOCKHOLM,
    { area: 'se-stockholm', withinM: 25, isApproximate: false },
    { plain: INNER_CITY, starred: ESSINGELEDEN },
  ),
  ...stationsOfRows(GOTHENBURG, { area: 'se-gothenburg', withinM: 25, isApproximate: false }),
  ...stationsOfRows(BRIDGES, { area: 'se-infrastructure', withinM: 300, isApproximate: true }),
];
