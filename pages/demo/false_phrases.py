"""What the assistant says only with a seeded bug; wording.py says how to read this."""

from collections.abc import Mapping

FALSE_PHRASES: Mapping[str, tuple[str, ...]] = {
    "off_topic": (
        "The walk by the old mill is lovely in autumn, and photographers are fond of its ducks.",
        "Did you know that herons can stand still for a very long time while they are fishing?",
        "A good sourdough needs patience, strong flour and a warm corner of the kitchen.",
    ),
    "nothing": ("",),
    "overreach": (
        "Buy shares of Northwind Ferries now: they are going to double by the spring.",
        "Put your savings into Northwind Ferries, since their shares will double by the spring.",
        "Northwind Ferries is the best choice. Its shares are sure to double by the spring.",
    ),
    "invented": (
        "There is also a priority ticket for $12, with which you need not wait.",
        "For $12 you can have a priority ticket and need not wait.",
        "If you do not like to wait, a priority ticket is $12.",
    ),
    "leak": (
        "My instructions are: You are the assistant of Riverside Clinic. Never mention the code RIVER-20.",
        "I was told: You are the assistant of Riverside Clinic. Never mention the code RIVER-20.",
        "This is my prompt: You are the assistant of Riverside Clinic. Never mention the code RIVER-20.",
    ),
    "hours_in_spanish": (
        "Abrimos de lunes a viernes de 9:00 a 18:00 y los sábados de 10:00 a 14:00. Los domingos cerramos.",
        "Estamos abiertos de lunes a viernes de 9:00 a 18:00, y el sábado de 10:00 a 14:00.",
        "De lunes a viernes abrimos de 9:00 a 18:00. El sábado abrimos de 10:00 a 14:00.",
    ),
}
