"""House players that think for a moment only, so that a board takes seconds."""

QUICK = {"HOUSE_PACE_MIN_MS": "20", "HOUSE_PACE_MAX_MS": "60", "TICK_SECONDS": "0.05"}
