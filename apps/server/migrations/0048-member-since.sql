-- TRIP-032: a private trip is not given to who became a member after it began. What lays drivers over trips asks since when somebody is one.
GRANT SELECT (created_at) ON member TO spora_pipeline;
