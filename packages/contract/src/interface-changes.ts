/** What changed for programs that use the interface, newest first; the page `/docs` shows it. `on` is the day it came into the code. */
export const INTERFACE_CHANGES: readonly { readonly on: string; readonly what: string }[] = [
  {
    on: '2026-11-29',
    what: '`sharing.make` takes `with_own_private` in the account of a private person: the link also shows private trips that its maker drives. `sharing.list` tells it, and `sharing.preview` says which units a link would show no position of now.',
  },
  {
    on: '2026-11-29',
    what: '`type_rule` of a trip is `edit` only while the type chosen by hand is another than the rules give, and of a trip entered by hand; turned back, it tells the rule again.',
  },
  {
    on: '2026-11-29',
    what: '`bookings.check` tells with `overdue` what of the vehicle’s service plan is overdue, as `bookings.find` does.',
  },
  {
    on: '2026-11-29',
    what: '`users.change-access` tells with `bookings` how many bookings to come are cancelled with the access that was taken, and so does the line of the audit log.',
  },
  {
    on: '2026-11-29',
    what: '`refuelling.save` refuses with `ConfirmFilling` an amount more than three times the most of the last ten fillings, and a price per litre or kWh far from theirs, unless `confirmed` is sent.',
  },
  {
    on: '2026-11-29',
    what: '`maintenance.record` refuses with `ConfirmReading` also a reading more than 500 km or 20 hours behind what the meters showed on its day, unless `confirmed` is sent.',
  },
  {
    on: '2026-11-29',
    what: '`bookings.drivable` answers the vehicles that somebody can be booked as the driver of; others than administrators ask about themselves.',
  },
  {
    on: '2026-11-29',
    what: 'The packed form of `tracking.history` is version 2: quicker to make and to read, and meant to be compressed on its way (`Accept-Encoding`).',
  },
  {
    on: '2026-11-29',
    what: '`maintenance.set-distance-factor` and `maintenance.save-operating-time` are refused with `UnitInPrivateUse` for a time at which somebody else uses the unit privately.',
  },
  {
    on: '2026-11-29',
    what: '`units.change-car` and `units.replace` with `from`, and other thresholds of `units.save-trip-settings` for days gone by, are refused with `PrivateUseSince` where somebody else has used the unit privately since then.',
  },
  {
    on: '2026-11-29',
    what: '`zones.restore` brings back a zone that was removed in the last day, with its number and its log.',
  },
  {
    on: '2026-11-29',
    what: '`units.bulk` tells of each unit what it `had`, as `values` takes it: with `replace` the way back, but for features of which there were none.',
  },
  {
    on: '2026-11-29',
    what: '`accounts.guide` has the step `connect`, done once a unit has reported a position, which `unit-name` no longer waits for; it has no step `trip-type` where all units have the subscription Bas.',
  },
  {
    on: '2026-11-29',
    what: '`trips.bulk-update` takes `seen`, what was read of each trip: one that says something else by now is left as it is, with `TripChangedMeanwhile` and the `trip` as it is now. Of a masked trip `if_unchanged` compares what the caller is shown.',
  },
  {
    on: '2026-11-29',
    what: '`bookings.save` and `bookings.check` take `every_weeks`: the bookings of a row lie so many weeks apart, 1 (as before) to 4.',
  },
  {
    on: '2026-11-29',
    what: 'Bookings of `bookings.week`, `bookings.month` and `bookings.get` have `is_repeated`: others of their row are booked too, to come or past.',
  },
  {
    on: '2026-11-29',
    what: '`free` of `bookings.check` holds no time in which the driver of `driver_id` has another vehicle, while there is another by day; only where the caller may be told so.',
  },
  {
    on: '2026-11-29',
    what: '`open_matters` of units and of `units-missing` can be `registration`: a vehicle without a registration number. `name` is open while the unit bears the name of its account, and `waits_for` of `accounts.guide` tells `is_named`.',
  },
  {
    on: '2026-11-29',
    what: 'A new password made of own words (name, address, company) is refused with `PasswordOwnWords`; that was `PasswordTooCommon`.',
  },
  {
    on: '2026-11-29',
    what: '`accounts.update-group` with `merge_into` gives trips the other purpose or project as well, but for attested and private ones; `accounts.list-groups` tells `attested_trips`.',
  },
  {
    on: '2026-11-29',
    what: '`support.acts` takes `q`, `from` and `to`, and `support.export-acts` answers the same rows as CSV; that a file was fetched is an act (`log-exported`).',
  },
  {
    on: '2026-11-29',
    what: 'A theft mode has `resting_after_s`, and `current` and `after_theft` of `modes.get` have `resting_s`: how often the unit reports while it stands. After theft mode that is no seldomer than it was seen to do before.',
  },
  {
    on: '2026-11-29',
    what: '`bookings.delete` returns `in_row_with`, a booking of the row that stays, and `bookings.save-row` takes it: what is booked then comes into that row. `bookings.check-row` takes `driver_id` and returns `driver_elsewhere` of each time; that of `bookings.check` is about all its weeks.',
  },
  {
    on: '2026-11-29',
    what: '`alarms.look-at-alarm-link` answers what the message of an alarm told a receiver who is no user, with the point on the map, to whoever has its link.',
  },
  {
    on: '2026-11-29',
    what: '`exports.record-list` puts in the audit log (`list-exported`) that a file is made of a list: units, locking, alarms, service or values of a sensor.',
  },
  {
    on: '2026-11-29',
    what: '`exports.record-list` puts in the audit log (`list-exported`) that a file is made of a list: units, locking, alarms, service or values of a sensor. It is for browsers, not for tokens.',
  },
  {
    on: '2026-11-29',
    what: 'A call that takes `was` no longer answers `ChangedMeanwhile` for a field that stands as the call sends it, as when it is sent once more because no answer came.',
  },
  {
    on: '2026-11-29',
    what: '`reports.export` and `reports.start-run` take `show`, the passages that a file of tolls lists. Left out it lists those that cost something, the newest first; it listed every one, the oldest first.',
  },
  {
    on: '2026-11-29',
    what: '`min_distance_m` and `max_distance_m` of the log and its files compare the length of a trip as it is told, rounded to 100 m; it was compared to the metre.',
  },
  {
    on: '2026-11-29',
    what: 'The sums of `reports.summary` have `tolls_elsewhere`: what trips cost in tolls in other currencies than the account’s; left out where nothing. Trailers pass free of charge.',
  },
  {
    on: '2026-11-29',
    what: 'Positions of `sharing.watch` have `is_watercraft`. `units.update` of a `kind` alone also changes a `marker_symbol` that was the usual one of the kind before.',
  },
  {
    on: '2026-11-29',
    what: '`bookings.check` tells `in_use_now`, and `bookings.find` puts what somebody uses just now last, for a time that begins within two hours; it was for all of today.',
  },
  {
    on: '2026-11-29',
    what: '`accounts.usual-purpose` tells whose usual purpose one of the account is. A usual purpose that is archived is not given to new trips, nor offered as the usual one in `trips.purposes`, until it is brought back.',
  },
  {
    on: '2026-11-29',
    what: '`commands.switch-output` refuses what can stop a vehicle with `OutputInPrivateUse` all through private use, unless it may wait (`when_standing_still`) or its driver asks; it was `UnitMoving` while it moved.',
  },
  {
    on: '2026-11-29',
    what: '`commands.save-io` (of each input and output), `alarms.save-alert-number`, `units.update-feature-profile` and `support.update-account` take `was` and refuse with 409 `ChangedMeanwhile`.',
  },
  {
    on: '2026-11-29',
    what: '`units.bulk` refuses tags past 30 of a unit with `UnitTagsMany` in its line. A name of a group that is too long is refused with `GroupNameLength`; it was `PurposeLength`.',
  },
  {
    on: '2026-11-29',
    what: 'The kind of a unit may be `water-jet`, which is told in nautical miles as a boat is, or `other`; both may go without a registration number.',
  },
  {
    on: '2026-11-29',
    what: '`sensors.save` takes `was` and refuses with `ChangedMeanwhile`. What is no number in `outside_min` and `door_delay_min` is refused with `OutOfLimits`, as in the limits.',
  },
  {
    on: '2026-11-29',
    what: '`alarms.list`, `zones.log`, `zones.download-log` and `eco.events` refuse a filter or an `after` that there is not with 422 and its field; they answered 409 `InvalidInput`. `alarms.save-alert-number`, `alarms.remove-alert-number`, `tolls.correct` and `tolls.review` answer 404 of a number or passage that is not there, as other calls do; they answered 409.',
  },
  {
    on: '2026-11-29',
    what: 'Rows of `support.acts` have `visit`: when an account that was opened was left.',
  },
  {
    on: '2026-11-29',
    what: '`reports.summary` has `without_trips`: by unit, those that were asked for and have no row.',
  },
  {
    on: '2026-11-29',
    what: 'In the file of `accounts.export-own-data` and `accounts.export-person-data`, `trips.csv` is written for people: in their language, with local times and kilometres. What it held before is in `trips.json`; `refuelling.csv` and `toll-passages.csv` are new beside their JSON files.',
  },
  {
    on: '2026-11-29',
    what: '`reports.export` and `reports.start-run` take `sort`: the rows of the file in the order of the page. The file of the summary says of the month that runs that its days so far are counted.',
  },
  {
    on: '2026-11-29',
    what: 'Rows of bookings: `bookings.row` lists a booking and those after it, `bookings.update-row` changes several of them at once, `bookings.check-row` tells what stands in their way, `bookings.save-row` books several times as one row.',
  },
  {
    on: '2026-11-29',
    what: '`users.dependents` tells `driven_units`: units whose new trips are the user’s, as their usual driver or checked in.',
  },
  {
    on: '2026-11-29',
    what: '`units.update` refuses `kind` with `KindNeedsRegistration` where a unit without a registration number would become a vehicle.',
  },
  {
    on: '2026-11-29',
    what: '`accounts.audit` has lines for trips entered by hand that were taken out (`manual-trip-removed`), private ones left out.',
  },
  {
    on: '2026-11-29',
    what: '`users.preferences` and `users.save-preferences` have `unit-columns`: the columns of the list of units, with commas between.',
  },
  {
    on: '2026-11-29',
    what: 'The stream `tracking.stream` has the new kinds `booking`, `command`, `mode` and `sensor` with `unit_id`: of this unit such changed, and whoever shows them asks again. Of a unit in private use others than its driver are told no command, mode or sensor. The new kind `announcement` says that what support announces changed. Programs leave kinds alone that they do not know.',
  },
  {
    on: '2026-11-29',
    what: '`days-off.check` tells how many trips of a day that has been would become private if it were a day off, or none.',
  },
  {
    on: '2026-11-28',
    what: '`safe-return.save-home` and `safe-return.save-schedule` take `was` and refuse with `ChangedMeanwhile`.',
  },
  {
    on: '2026-11-28',
    what: '`bookings.save-settings` takes `was` and refuses with `ChangedMeanwhile`. An approver who no longer signs in is null in `bookings.settings`.',
  },
  {
    on: '2026-11-28',
    what: '`alarms.save-receiver` refuses `push_notification` with `ReceiverPushUsers` for somebody who is no user and `ReceiverPushNowhere` for a user without a browser that takes it; both were `ReceiverNoPush`, whose text has a name to fill in.',
  },
  {
    on: '2026-11-28',
    what: 'The signed-in user has `CanEditAllBookings`: whether bookings of others may be changed.',
  },
  {
    on: '2026-11-28',
    what: '`accounts.update-company` takes `currency`. `reports.summary`, `reports.fuel` and `reports.benefit-value` count no price that was set in another currency than the account has now; such a cost was told with the wrong sign before.',
  },
  {
    on: '2026-11-28',
    what: '`units.change-car` takes `odometer_km`: what the other vehicle showed at that time, its first reading.',
  },
  {
    on: '2026-11-28',
    what: '`accounts.guide` has the optional step `zone`: done when a zone watches a unit.',
  },
  {
    on: '2026-11-28',
    what: 'Groups of `accounts.list-groups` have `trips`: how many trips bear a project or a purpose, private ones left out. `uses` counts those, and units and users whose usual purpose it is; one that any bears cannot be removed.',
  },
  {
    on: '2026-11-28',
    what: 'Webhooks `zone.crossed` (a unit left or entered one of its zones; nothing of private use) and `mode.changed` (a tracker has confirmed how often it reports).',
  },
  {
    on: '2026-11-28',
    what: '`accounts.update-company` refuses a phone that has not 8 to 15 digits, and an organisation or personal number that registration would refuse; the phone is stored as its digits.',
  },
  {
    on: '2026-11-28',
    what: '`accounts.audit` has lines for files of positions (`positions-exported`), zone events, bookings and places that were fetched; the calls that make these files count as writing.',
  },
  {
    on: '2026-11-28',
    what: '`state` of messages in `alarms.receiver-messages` and `alarms.get` can be `delivered` or `undelivered`: what the network reports of a text message; both were `sent` before.',
  },
  {
    on: '2026-11-28',
    what: 'Passages of `tolls.report` and `tolls.passage` have `reckoned`: what a corrected one would cost, and why, without what was said of it. `totals.withdrawn` of `tolls.report` counts those that nobody passed.',
  },
  {
    on: '2026-11-28',
    what: 'Passages of `tolls.report` and `tolls.passage`, and the others of its day, have `price_table`: whose prices hold there, where an area has several, as of Stockholm the inner city and Essingeleden.',
  },
  {
    on: '2026-11-28',
    what: '`bookings-today` of `today.get` counts and lists only the bookings of the day that are not over.',
  },
  {
    on: '2026-11-28',
    what: '`bookings.find` puts the vehicle that the caller usually drives before those without a usual driver.',
  },
  {
    on: '2026-11-28',
    what: 'Rows of `alarms.receivers` and `alarms.unit-receivers` have `stopped_at`: since when somebody has stopped the alarms to themselves.',
  },
  {
    on: '2026-11-28',
    what: '`support.acts` takes `only: own-visits`; its rows tell the opening of accounts (`account-opened`) and have `account`.',
  },
  {
    on: '2026-11-28',
    what: 'The new `tolls.passage` tells of one passage where its station stands, what it is charged by, and the others of its day that count with it.',
  },
  {
    on: '2026-11-28',
    what: 'Receivers who are no users stop their alarms by a link: `alarms.look-at-link`, `alarms.stop-by-link` and `alarms.stop-by-mail-program` (RFC 8058). `state` of such a receiver can be `stopped`, and numbers of `alarms.alert-numbers` have `is_stopped`.',
  },
  {
    on: '2026-11-28',
    what: '`state` of vehicles in `bookings.week`, `bookings.month` and `bookings.find` can be `no-position`: heard of, but never said where it is; such a vehicle was `free` before.',
  },
  {
    on: '2026-11-28',
    what: '`taken_by` of `bookings.check` and `bookings.find` has `is_own`: the one who asks drives that booking.',
  },
  {
    on: '2026-11-28',
    what: 'The file of `bookings.export` is in the language of the call (name, headings, kinds, semicolons in Swedish and Norwegian), says what came of a booking, and has its number in the last column.',
  },
  {
    on: '2026-11-28',
    what: '`doubts.uncertain` of `tolls.report` has `rough_place`: of how many passages the place of the station is a rough one.',
  },
  {
    on: '2026-11-28',
    what: '`units.check-trip-types` tells how many trips since a day would become private by other working hours or another usual type.',
  },
  {
    on: '2026-11-28',
    what: '`only_security_receiver` of `modes.get` has `ways`: whether the one receiver is told by e-mail, text message or push notification.',
  },
  {
    on: '2026-11-28',
    what: '`details.area` of `support-viewed` in `accounts.audit` is `page/area` where support’s call named the page that it was made for.',
  },
  {
    on: '2026-11-28',
    what: '`mean` of `sensors.readings` is one of the time: a value counts until the next one, at most 90 minutes.',
  },
  {
    on: '2026-11-28',
    what: 'Rows of `attestation.history` have `distance_m`, how far the trips of `trips` went.',
  },
  {
    on: '2026-11-28',
    what: '`bookings.export` takes `only_mine`: the file holds what `bookings.month` answers with it, your own bookings alone.',
  },
  {
    on: '2026-11-28',
    what: 'Units of `sharing.watch` have `marker_symbol` where the link tells their names, and their positions `address` and `address_is_approximate`.',
  },
  {
    on: '2026-11-28',
    what: '`days-off.list` has `units_with_hours`: how many units go by working hours, and so by days off.',
  },
  {
    on: '2026-11-28',
    what: 'The new `drivers.list` tells who may drive, with tags, usual units and the trips of 30 days without private ones. `drivers.add-tag` takes `user_id`: whose tag it is.',
  },
  {
    on: '2026-11-28',
    what: '`second-factor.confirm-app` answers a wrong code with `WrongFirstCode`: there are no recovery codes yet.',
  },
  {
    on: '2026-11-28',
    what: 'Rows of `users.import` have `is_admin`; a word under admin or role that is no role is an error of its row (`ImportRole`).',
  },
  {
    on: '2026-11-28',
    what: '`modes.get` has `rates`: how often a unit that was never set from here usually reports while it moves and while it stands. `interval_s` is what was seen last. Units of `modes.bulk-preview` have `modes`, those that their tracker can be set to.',
  },
  {
    on: '2026-11-28',
    what: '`bookings.check` has `in_use_now`: somebody uses the vehicle just now without having booked it. Vehicles of `bookings.week`, `bookings.month` and `bookings.find` have `is_used_by_booking`: `used_by` has booked it now, and may not drive it.',
  },
  {
    on: '2026-11-28',
    what: '`l_per_10km` and `kwh_per_10km` of `reports.fuel` are told to a hundredth, as `per_10km` of a filling is.',
  },
  {
    on: '2026-11-28',
    what: '`refuelling.save` asks with `ConfirmSameOdometer` (409) about an odometer equal to that of the filling or charge before.',
  },
  {
    on: '2026-11-28',
    what: '`distance_m` of `tracking.history` leaves out what a unit moved within a stop, as the trip log does.',
  },
  {
    on: '2026-11-28',
    what: '`bookings.find` with `near` has the nearest vehicles first, of whichever department and however much they are booked.',
  },
  {
    on: '2026-11-28',
    what: '`bookings.check` has `hand_over_before`: how the vehicle was left by whoever had it before that time.',
  },
  {
    on: '2026-11-28',
    what: 'Alarm receivers have `only_unit`: the name of the unit that they are told of, where it is one.',
  },
  {
    on: '2026-11-28',
    what: 'Zones have `armed_since`: since when a unit has been guarded where it was armed.',
  },
  {
    on: '2026-11-28',
    what: '`alarms.get` has `ended_by`, who ended theft mode, and `crossed_back_at`, when a unit left the zone that it came into, or came back to the one that it left.',
  },
  {
    on: '2026-11-28',
    what: '`administration/today` has `alarms-untold`: units whose security alarms reach nobody, with why.',
  },
  {
    on: '2026-11-28',
    what: '`modes.get` has `only_security_receiver`: who is told of a theft, where it is one receiver; and `security_receiver_names` where they are a few.',
  },
  {
    on: '2026-11-28',
    what: '`duration_s` of trips, and of their sums in logs and reports, counts the minutes between the clock times of start and stop; `average_kmh` is not above `max_speed_kmh` by a rounding.',
  },
  {
    on: '2026-11-28',
    what: 'A booking that is to come or under way has `place` and `place_is_approximate`: where its vehicle is now, as far as that is told.',
  },
  {
    on: '2026-11-28',
    what: 'A booking that is over has `known_odometer_km` too: what the odometer showed as it ended. `bookings.save-hand-over` refuses a `fuel_pct` beyond 0 and 100 as `PercentLimits`.',
  },
  {
    on: '2026-11-28',
    what: 'A booking that is to come or under way has `hand_over_before`: how its vehicle was left by the one who had it before.',
  },
  {
    on: '2026-11-28',
    what: 'Figures of `reports.fuel` have `paid`, what refuellings say was paid, a sum for each currency, `unpriced_fillings`, how many say nothing of it, and `measured_m`, over how much of the distance consumption was measured.',
  },
  {
    on: '2026-11-28',
    what: 'Events of `zones.log` have `inside` (since when the unit was in the zone, or that it still is) and `driver_is_usual`; units of a zone have `crossed`: their last crossing of it.',
  },
  {
    on: '2026-11-28',
    what: '`outside` of `sensors.readings` has `limit` and `limit_since`: the limit of today, which it is counted by, and since when it is set, and `stretches`: when each time was, how long and how far it went.',
  },
  {
    on: '2026-11-28',
    what: 'Alarms have `began_at`: since when a value lay outside its limits, of what raises an alarm only once that has lasted.',
  },
  {
    on: '2026-11-28',
    what: 'Rows of `attestation.history` have `trips`: how many trips a period that is attested holds.',
  },
  {
    on: '2026-11-28',
    what: '`sensors.readings` has `outside`: for each limit that was passed how many times, for how long in all, the longest and since when one goes on.',
  },
  {
    on: '2026-11-28',
    what: 'Units of `tracking.positions` have `state_may_be_older` where they stand and no trip of theirs is known: they have stood for at least as long as `state_since` says.',
  },
  {
    on: '2026-11-28',
    what: '`tracking.history` returns `undriven_since` where the unit made no trip before the period: since when there are positions of it.',
  },
  {
    on: '2026-11-28',
    what: '`auth.reset-password` answers with the name to sign in by (`username`); `auth.reset-link` tells whose password a link sets.',
  },
  {
    on: '2026-11-28',
    what: 'Rows of `attestation.status` have `changed_trips`: of a period that was opened again how many of its trips were changed since.',
  },
  {
    on: '2026-11-28',
    what: '`bookings.find` puts vehicles without a usual driver first and tells `usual_driver` and where each stands (`place`, `place_is_approximate`).',
  },
  {
    on: '2026-11-28',
    what: 'A booking that is under way has `known_odometer_km`: what the odometer should show, for whoever writes its hand-over.',
  },
  {
    on: '2026-11-28',
    what: 'A member without the right `edit-all-trips` is refused what others drove (`TripOfAnother`); such a trip has `is_of_another`. Who was a member before has the right.',
  },
  {
    on: '2026-11-28',
    what: '`reports.fuel` measures by the refuellings of each month, no longer of the whole period: a month has the same figures in every period. `cost` is rounded to hundredths.',
  },
  {
    on: '2026-11-28',
    what: 'The sums of `reports.summary` and `reports.fuel`, and their rows by driver, leave out what trailers went beside what towed them; `towed` tells how much that is.',
  },
  {
    on: '2026-11-28',
    what: 'Rows of `attestation.status` and `attestation.history` have `attested_with`: what was missing of the period when it was attested. `lacking` of `attestation.status` narrows it to what misses something, `counts.lacking` tells how many, and those stand first.',
  },
  {
    on: '2026-11-28',
    what: 'The sums of `trips.generate` and `reports.summary` have `untimed`: how many of the trips have no part in `duration_s`, since they are private trips of others, whose times are not told.',
  },
  {
    on: '2026-11-27',
    what: '`to` of the last stop of `tracking.history` is when the unit drove next, also after the period; it is null only where the unit has stood there since. `begins_at` is told of a period before the first position, too.',
  },
  {
    on: '2026-11-27',
    what: '`search` of `trips.generate` forgives å, ä, ö, é and the like, and finds a part of a plate that is written with its space.',
  },
  {
    on: '2026-11-27',
    what: 'Alarms of a unit that left, or came back to, the place where it was armed have the `subject` `armed-here`, in webhooks too; it was the name of the zone behind it.',
  },
  {
    on: '2026-11-27',
    what: 'Bookings that are over have `fetched`: when the vehicle was driven off, where that was late; their `driven_until` counts what the driver drove on with. `driven` has `log_driver_ids`, and a week `removed`: the bookings that were removed from it, for administrators.',
  },
  {
    on: '2026-11-27',
    what: 'A theft mode has `was_set`: whether the mode that follows it was set from here before; `after_theft` of `modes.get` tells the same before it is turned on.',
  },
  {
    on: '2026-11-27',
    what: 'A webhook that does not get through is sent again ten times over about ten hours, as this page said; it was nine times over three and a half.',
  },
  {
    on: '2026-11-27',
    what: '`driven` of `bookings.get` has `log_drivers`: whom the log names as driver where nobody checked in, and `was_out`: that the vehicle had been driven shortly before.',
  },
  {
    on: '2026-11-27',
    what: '`accounts.guide` keeps the step `odometer` in accounts of phones alone, done and with `is_needless`; its first step is done once a unit has been heard from.',
  },
  {
    on: '2026-11-27',
    what: '`driven` of `bookings.get` has `log_drivers`: whom the log names as driver where nobody checked in.',
  },
  {
    on: '2026-11-27',
    what: '`maintenance.save-plan` and `maintenance.record` refuse with `ConfirmReading` a reading more than 500 km or 20 hours ahead of what the unit shows, unless `confirmed` is sent.',
  },
  {
    on: '2026-11-27',
    what: '`tracking.history` returns `begins_at` where the record of the unit begins in the period: of the time before it nothing is known.',
  },
  {
    on: '2026-11-27',
    what: '`units.renew-phone` issues a new id for a phone. `accounts.guide` has `waits_for`, and no step `odometer` in accounts of phones alone. The audit log tells `changes` of booking rules, car benefit and eco-driving.',
  },
  {
    on: '2026-11-27',
    what: '`reports.summary` returns `first_month`: since when there are trips of the units asked for, where the period begins before that.',
  },
  {
    on: '2026-11-27',
    what: '`reports.summary` returns `reimbursement_rates`: what business driving was reimbursed with, by car and day.',
  },
  {
    on: '2026-11-27',
    what: 'Rows of `attestation.status` have `matters`: what is open in a period that nobody has attested. `left_out` counts the units without a row.',
  },
  {
    on: '2026-11-27',
    what: 'Alarms have `noted` and `reopened`: who wrote their note and who opened them again, and when.',
  },
  {
    on: '2026-11-27',
    what: '`bookings.find` returns `taken` (who has the vehicles that are not free, and when), `driver_elsewhere` and `own_department`, whose vehicles come first. `bookings.get` returns `was_driven`, `driven_until`, and of `driven` also `from`, `until` and `drivers`. `driving` of `drivers.preview-check-in` names as `driver` only who is checked in, and has `usual_driver`.',
  },
  {
    on: '2026-11-27',
    what: '`tracking.history` lists the stop before the first trip of a unit as well; its `trip_id` is null.',
  },
  {
    on: '2026-11-27',
    what: '`alarms.get`: `driver` no longer names who usually drives a unit that was moved without anybody having checked in: that is `usual_driver`. `repeats_of` is the alarm that one without a message of its own was counted to; messages have the `phone` of their receiver.',
  },
  {
    on: '2026-11-27',
    what: 'A theft mode has `changes_reporting`, and its `mode_after` is null when the tracker takes no mode. `modes.get` counts `security_receivers`.',
  },
  {
    on: '2026-11-27',
    what: '`users.notice` returns `private_position_months`, and units of `alarms.receiver-units` have `registration_number`.',
  },
  {
    on: '2026-11-27',
    what: 'Every response to an API token has the headers `RateLimit-Policy` and `RateLimit`: how many requests it may send, and how many are left. Bodies of webhooks say what their fields mean, with an example of each.',
  },
  {
    on: '2026-11-27',
    what: 'Bookings of a week and a month tell what came of them: `was_driven`, `driven_until` and `returned_date`. A week also has those that were released because nobody came, with the `state` `released`.',
  },
  {
    on: '2026-11-27',
    what: '`alarms.get` returns `escalations`: whom an alarm goes on to, and when. Rows of `accounts.audit` have `changes`: what a changed value was before and after. Its `search` finds the words that a row is shown with, in the language of the call.',
  },
  {
    on: '2026-11-27',
    what: 'New: `user/triplog/{id}` returns one trip of the log, and `places.undo-save` takes back a place that was just added, from its trips too; places have `undo_until`.',
  },
  {
    on: '2026-11-27',
    what: '`accounts.other-trip-type` has `draws_route`: when true, the routes of such trips are shown to everybody who can see the trip.',
  },
  {
    on: '2026-11-27',
    what: '`tolls.report` accepts `only_uncertain` and `only_corrected` and counts `totals.corrected`. `tolls.correct` and `tolls.review` return `now_paid`.',
  },
  {
    on: '2026-11-27',
    what: 'Eco-driving: figures have `lost`, the report has `left_out`, and `distribution` counts scores of 0 to 10, 11 to 20 and so on.',
  },
  {
    on: '2026-11-27',
    what: 'The log and its exports accept `odometer_explained`. An end of a trip has `place_is_removed` when the place that it is named after no longer exists.',
  },
  {
    on: '2026-11-27',
    what: 'The signed-in user has `MayEditPlaces`, present only when true.',
  },
  {
    on: '2026-11-27',
    what: 'Units of `maintenance.overview` have `kind`; `modes.get` returns `is_powered`, `units.tracker-setups` `spoken_by_others`. `maintenance.plans` accepts `on` and returns the meters of that day. Departments count their `users` apart. `alarms.push-browsers` returns the `receivers` of the caller.',
  },
  {
    on: '2026-11-27',
    what: '`administration/today` groups alarms by how urgent they are: `alarms-urgent`, `alarms-soon` and `alarms-event` replace `alarms-security` and `alarms-function`. Events of the zone log have `place`.',
  },
  {
    on: '2026-11-27',
    what: '`maintenance.preview-odometer` has `shown_km`, and may warn with `far` or `large` of a first reading; saving such a reading needs no confirmation.',
  },
  {
    on: '2026-11-26',
    what: 'The signed-in user has `IsPrivatePerson`, `IsAlone` and `HasNoRoadVehicle`, each present only when true.',
  },
  {
    on: '2026-11-25',
    what: '`user/triplog/congestion/trips` tells what trips of the log cost in tolls; the summary has `tolls`; reports take `departments`.',
  },
  {
    on: '2026-11-24',
    what: '`administration/today` tells administrators what waits for them: alarms, bookings, service, units without contact, trips and months to attest. Preferences have `first-page`; the signed-in user `StartsWithToday`.',
  },
  {
    on: '2026-11-24',
    what: '`user/share-link` makes, lists and ends links to where units are; `shared/position` answers what such a link shows.',
  },
  {
    on: '2026-11-24',
    what: 'The check of a booking takes its `kind` and tells `closed` for each week; `users.dependents` tells `alarm_units`.',
  },
  {
    on: '2026-11-24',
    what: '`user/triplog/report/congestion` answers passages of toll stations, what each cost and sums by month; `administration/triplog/congestion/corrections` corrects them.',
  },
  {
    on: '2026-11-24',
    what: '`user/triplog/report/green-driving` scores how units or drivers drove, `.../events` tells each event, and `administration/eco-driving/settings` has what driving is judged by.',
  },
  {
    on: '2026-11-24',
    what: '`user/triplog/report/benefit-value` and `.../fuel` are new; `user/triplog/report/{report}/file/{format}` answers a report as a file, `user/triplog/report-runs` makes one in the background, `user/triplog/report-presets` keeps filters of reports. Schedules take `report`.',
  },
  {
    on: '2026-11-23',
    what: '`administration/car-schedule/settings` has `only_working_hours` and `only_inspected`; a booking may be refused with `BookingOutsideHours` or `BookingInspectionOverdue`.',
  },
  {
    on: '2026-11-23',
    what: 'A booking has a picture of how its vehicle was left: `user/car-schedule/bookings/{id}/picture`, and `has_picture`.',
  },
  {
    on: '2026-11-23',
    what: 'Webhooks `booking.made`, `booking.changed` and `booking.deleted`; `user/car-schedule/losses` tells how many bookings go with a unit or access to it.',
  },
  {
    on: '2026-11-23',
    what: '`administration/autoplan/...` reports kilometres of a month to Autoplan and tells what became of it.',
  },
  {
    on: '2026-11-23',
    what: '`user/car-schedule/...` answers booking: weeks, months, saving and changing bookings, free vehicles, approval and calendars. Units have `seats`; `users.dependents` tells `bookings`.',
  },
  {
    on: '2026-11-23',
    what: '`user/realtime/tags` answers Bluetooth tags with where the unit was that heard each of them last.',
  },
  {
    on: '2026-11-23',
    what: 'Units of `units.rows` and `units.get` tell their `mode`, as the tracker confirmed it, and the `requested_mode` that it has yet to confirm.',
  },
  {
    on: '2026-11-23',
    what: '`user/terminal/{imei}/mode`, `…/theft-mode`, `user/theft-mode`, `user/realtime/report-frequency` and `user/realtime/active-tracking` tell and change how often units report. Units may have the state `theft`, `locked` or `pending`.',
  },
  {
    on: '2026-11-23',
    what: '`unit` of an alarm tells its `kind`: speeds stay in km/h, boats are shown in knots.',
  },
  {
    on: '2026-11-23',
    what: '`user/ble-settings/...` answers Bluetooth: sensors and tags, pairing, limits and what they told.',
  },
  {
    on: '2026-11-23',
    what: '`user/alarm/untold` names units of which nobody is told that they leave or enter a zone, or are not home in time, and why.',
  },
  {
    on: '2026-11-23',
    what: '`administration/terminal/tracker-setups` tells which trackers can report here and by which text messages they are pointed here.',
  },
  {
    on: '2026-11-23',
    what: '`user/geofence/...` and `user/safe-zone/rules` answer zones: what they are, arming a unit, and what crossed them. Units have the feature `zones`.',
  },
  {
    on: '2026-11-23',
    what: 'openapi.json says what parameters and the fields of bodies mean.',
  },
  {
    on: '2026-11-23',
    what: '`user/alertconfig/push` takes the push subscriptions of browsers.',
  },
  {
    on: '2026-11-23',
    what: 'tracking.positions takes `ids`. Its packed form is version 2: without ignition and since when a state holds; names of units come from the new tracking.fleet.',
  },
  {
    on: '2026-11-23',
    what: 'openapi.json names the keys of refusals (`ErrorKey`). New keys may come: treat one that you do not know like any refusal.',
  },
  {
    on: '2026-11-23',
    what: 'Calls that save a service plan, an object description, a theft report, the sign-on provider, the required second factor, eco-driving, a profile, options of the account, retention, a price or car benefit take `was`; they answer 409 `ChangedMeanwhile` where it no longer holds.',
  },
  {
    on: '2026-11-22',
    what: 'openapi.json names its shapes and tells refusals by status and the bodies of webhooks.',
  },
  {
    on: '2026-11-22',
    what: 'users.import also answers `unread`: the headings of columns that it did not read.',
  },
  {
    on: '2026-11-22',
    what: 'Numbers of trips are drawn by lot: a greater one is no later trip. Sort by time.',
  },
  {
    on: '2026-11-22',
    what: 'A masked trip has no times (null) and a `day`; one under way is listed when it is over.',
  },
];
