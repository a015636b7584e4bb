"""What the assistant says about appointments; wording.py says how to read this."""

from collections.abc import Mapping

BOOKING_PHRASES: Mapping[str, tuple[str, ...]] = {
    "ask_service": (
        "Gladly! What kind of appointment would you like?",
        "Sure. Which kind of appointment should I book?",
        "Of course. What kind of appointment do you need?",
    ),
    "ask_day": (
        "Which day suits you?",
        "Which day would you like?",
        "On which day would you like to come?",
    ),
    "ask_time": (
        "What time on {day} suits you?",
        "At what time on {day} would you like to come?",
        "Which time would you like on {day}?",
    ),
    "ask_move_day": (
        "To which day should I move your appointment?",
        "Which day would you like instead?",
        "What day should I move your appointment to?",
    ),
    "ask_which": (
        "Which appointment do you mean?",
        "You have several appointments. Which one do you mean?",
        "Which of your appointments do you mean?",
    ),
    "offer": (
        "I have a {service} for you on **{day} at {time}**. Please confirm it on the card.",
        "A {service} on {day} at {time} is possible. Please confirm it on the card.",
        "I can book a {service} for you on {day} at {time}. Please confirm it on the card.",
    ),
    "moved_day": (
        "Your appointment is now on **{day}**.",
        "I have moved your appointment to {day}.",
        "Done: your appointment is on {day} now.",
        "I moved your appointment, and it is now on {day}.",
    ),
    "moved_day_time": (
        "Your appointment is now on **{day} at {time}**.",
        "I have moved your appointment to {day} at {time}.",
        "Done: your appointment is on {day} at {time} now.",
    ),
    "please_confirm": (
        "Please check the card and confirm it.",
        "Have a look at the card, and confirm it if all is right.",
        "If the card is right, please confirm it.",
    ),
    "press_confirm": (
        "Please press Confirm on the card, so that it is final.",
        "Please use the Confirm button on the card.",
        "The Confirm button on the card makes it final.",
    ),
    "already_there": (
        "Your appointment is already on {day} at {time}.",
        "Your appointment is on {day} at {time} already.",
        "You already have it on {day} at {time}.",
    ),
    "day_closed": (
        "I'm sorry, we are closed on {day}. Which other day suits you?",
        "We are closed on {day}, I'm afraid. What other day would you like?",
        "I am sorry, but the clinic is closed on {day}. Which other day would you like?",
    ),
    "day_past": (
        "I can only book from tomorrow on. Which day suits you?",
        "The earliest I can book is tomorrow. What day would you like?",
        "I can book from tomorrow on. On which day would you like to come?",
    ),
    "time_closed": (
        "I'm sorry, there is no appointment on {day} at {time}. Which other time suits you?",
        "On {day} at {time} there is no appointment, I'm afraid. What other time would you like?",
        "There is no appointment on {day} at {time}, sorry. Which other time would you like?",
    ),
    "no_appointment": (
        "You have no appointment with us. Would you like to book one?",
        "I see no appointment of yours. Shall I book one for you?",
        "There is no appointment under your name. Would you like one?",
    ),
    "appointment": (
        "You have a {service} on **{day} at {time}** with {clinician}.",
        "Your {service} is on {day} at {time} with {clinician}.",
        "On {day} at {time} you have a {service} with {clinician}.",
    ),
    "appointments": (
        "Your appointments:\n\n{list}",
        "These are your appointments:\n\n{list}",
        "Here are your appointments:\n\n{list}",
    ),
    "ask_cancel": (
        "Shall I cancel your {service} on {day} at {time}?",
        "Do you want me to cancel your {service} on {day} at {time}?",
        "Should I cancel the {service} on {day} at {time}?",
    ),
    "cancelled": (
        "Your {service} on {day} at {time} is cancelled.",
        "I have cancelled your {service} on {day} at {time}.",
        "Done: the {service} on {day} at {time} is cancelled.",
    ),
    "left_alone": (
        "All right, everything stays as it is.",
        "Okay, I have left everything as it is.",
        "Fine, then everything stays as it was.",
    ),
    "moved_back": (
        "All right, your appointment is back on {day} at {time}.",
        "Okay, I have put your appointment back to {day} at {time}.",
        "Fine, it is on {day} at {time} again.",
    ),
    "calendar": (
        "Here is your {service} as a calendar entry:\n\n```\n{entry}\n```",
        "This is a calendar entry for your {service}:\n\n```\n{entry}\n```",
        "You can save this as `appointment.ics`, it is your {service}:\n\n```\n{entry}\n```",
    ),
}
