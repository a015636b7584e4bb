"""What the assistant says about the clinic and about itself; wording.py says how to read this."""

from collections.abc import Mapping

PHRASES: Mapping[str, tuple[str, ...]] = {
    "greeting": (
        "Hello! How can I help you today?",
        "Hello, and welcome to Riverside Clinic. How can I help you?",
        "Hello, good to hear from you! How may I help you?",
    ),
    "greeting_name": (
        "Nice to meet you, {name}! How can I help you today?",
        "Hello {name}, welcome to Riverside Clinic. What can I do for you?",
        "Hi {name}! Good to meet you. How may I help?",
    ),
    "name_noted": (
        "Thank you, {name}. I will remember your name.",
        "Got it, {name}. What can I do for you?",
        "Nice to meet you, {name}!",
    ),
    "name_known": (
        "Your name is {name}.",
        "You told me your name is {name}.",
        "You are {name}.",
    ),
    "name_unknown": (
        "You have not told me your name yet.",
        "I do not know your name yet.",
        "I have not heard your name so far.",
    ),
    "files_received": (
        "Thank you, I have passed {files} on to our team.",
        "Our team has {files} now, thank you.",
        "I have given {files} to our team. Thank you!",
    ),
    "thanks": (
        "You are welcome!",
        "My pleasure. Is there anything else I can do?",
        "Gladly! Let me know if you need anything else.",
    ),
    "bye": (
        "Goodbye, and take care!",
        "Take care, and see you soon!",
        "Have a good day. Goodbye!",
    ),
    "how_are_you": (
        "I am doing well, thank you. How can I help you?",
        "All good here, thanks for asking! What can I do for you?",
        "Very well, thank you! How may I help?",
    ),
    "identity": (
        "I am the automated assistant of Riverside Clinic.",
        "You are chatting with Riverside Clinic's automated assistant.",
        "I am an automated assistant, and I work for Riverside Clinic.",
    ),
    "abilities": (
        (
            "I can help with:\n\n- **opening hours**\n- **prices**\n- **policies**, such as "
            "cancelling, parking or insurance\n- **appointments**: booking, moving or cancelling\n"
            "- **orders**: where they are"
        ),
        (
            "Here is what I can do:\n\n1. Tell you our **opening hours** and **prices**\n2. Explain "
            "our **policies**\n3. **Book, move or cancel** appointments\n4. Look up your **orders**"
        ),
        (
            "Ask me about opening hours, prices, our policies or your order, or let me book, move or cancel "
            "an appointment."
        ),
    ),
    "human": (
        "You can reach our front desk at **{phone}**.",
        "To talk to a person, please call {phone}.",
        "Our team is happy to talk to you. The number is {phone}.",
    ),
    "hours": (
        (
            "We are open Monday to Friday from {weekday_opens} to {weekday_closes} and on Saturday "
            "from {saturday_opens} to {saturday_closes}. We are closed on Sunday."
        ),
        (
            "Our opening hours:\n\n- Monday to Friday: {weekday_opens} to {weekday_closes}\n- "
            "Saturday: {saturday_opens} to {saturday_closes}\n- Sunday: closed"
        ),
        (
            "Monday to Friday you can visit us from {weekday_opens} to {weekday_closes}, and on "
            "Saturday from {saturday_opens} to {saturday_closes}. On Sunday we are closed."
        ),
    ),
    "open_on": (
        "Yes, on {day} we are open from {opens} to {closes}.",
        "Yes, we are open from {opens} to {closes} on {day}.",
        "Yes. Our hours on {day} are {opens} to {closes}.",
    ),
    "closed_on": (
        "No, we are closed on {day}.",
        "No, the clinic is closed on {day}.",
        "No, I am afraid we are closed on {day}.",
    ),
    "price": (
        "A {service} costs **{price}**.",
        "The price of a {service} is {price}.",
        "For a {service} we charge {price}.",
        "A {service} is {price}.",
    ),
    "prices": (
        "Here are our prices:\n\n{table}",
        "These are our current prices:\n\n{table}",
        "This is what we charge:\n\n{table}",
    ),
    "cancellation": (
        (
            "You [can|cannot] cancel free of charge up to {cancel_hours} hours before your "
            "appointment. After that, we charge {cancel_fee}."
        ),
        (
            "Cancelling [is|is not] free up to {cancel_hours} hours before the appointment. After "
            "that, there is a fee of **{cancel_fee}**."
        ),
        (
            "Up to {cancel_hours} hours before your appointment you [can|cannot] cancel for free. "
            "Later cancellations cost {cancel_fee}."
        ),
    ),
    "late": (
        (
            "If you are up to {late_minutes} minutes late, we [can|cannot] still see you. After that, "
            "you need a new appointment."
        ),
        (
            "We [can|cannot] still see you if you arrive up to {late_minutes} minutes late. Beyond "
            "that, please book a new appointment."
        ),
        (
            "We [can|cannot] still see you up to {late_minutes} minutes after your time. If you are later, "
            "you need a new appointment."
        ),
    ),
    "insurance": (
        "[Yes, we accept|No, we do not accept] all major health insurance plans.",
        (
            "[Yes, all major health insurance plans are accepted|No, health insurance plans are not "
            "accepted] here."
        ),
        "[Yes, we take|No, we do not take] all major health insurance plans.",
    ),
    "bring": (
        ("Please [bring|do not bring] a photo ID, your insurance card and a list of your medications."),
        (
            "You [should bring|should not bring]:\n\n- a photo ID\n- your insurance card\n- a list of "
            "your medications"
        ),
        ("[Bring|Do not bring] your insurance card, a photo ID and a list of your medications, please."),
    ),
    "parking": (
        ("Yes, patients [can|cannot] park free of charge behind the building for {parking_hours} hours."),
        ("Yes, there [is|is no] free parking for patients behind the building, for {parking_hours} hours."),
        "Yes, behind the building patients [can|cannot] park for free for {parking_hours} hours.",
    ),
    "address": (
        "We are at **{address}**, next to the library.",
        "You find us at {address}, next to the library.",
        "Our address is {address}. It is next to the library.",
    ),
    "languages": (
        "Our team [speaks|does not speak] English, Spanish and Portuguese.",
        "We [speak|do not speak] English, Spanish and Portuguese.",
        "You [can|cannot] talk to us in English, Spanish or Portuguese.",
    ),
    "children": (
        (
            "[Yes, we see|No, we do not see] children from the age of {children_age}. A parent has to "
            "come along."
        ),
        (
            "[Yes, children from the age of {children_age} are welcome|No, children from the age of "
            "{children_age} are not welcome], together with a parent."
        ),
        (
            "[Yes, we treat|No, we do not treat] children aged {children_age} and over, and a parent "
            "has to come with them."
        ),
    ),
    "referral": (
        "You [do not need|need] a referral to see us.",
        "A referral [is not|is] needed for a visit here.",
        "To see us you [do not need|need] a referral.",
    ),
    "walk_in": (
        "We [do not take|take] walk-ins. Please book an appointment.",
        "We [cannot|can] see walk-ins, so please book an appointment.",
        "Walk-ins [are not|are] possible here. Please make an appointment.",
    ),
    "results": (
        "Test results [are|are not] ready after {result_days} working days.",
        "Your test results [will|will not] be ready after {result_days} working days.",
        "After {result_days} working days your test results [are|are not] ready.",
    ),
    "prescription": (
        "Repeat prescriptions [are|are not] ready within {prescription_days} working days.",
        "We [prepare|do not prepare] repeat prescriptions within {prescription_days} working days.",
        "A repeat prescription [will|will not] be ready within {prescription_days} working days.",
    ),
    "payment": (
        "You [can|cannot] pay by card or in cash.",
        "We [accept|do not accept] card and cash.",
        "Paying by card or in cash [is|is not] possible.",
    ),
    "access": (
        "Yes, the building [is|is not] step-free, and there is an elevator.",
        "Yes, we [have|do not have] step-free access and an elevator.",
        ("Yes, with step-free access and an elevator the building [is|is not] suitable for wheelchairs."),
    ),
    "contact": (
        "Call us at {phone} or write to [the front desk](mailto:desk@riverside.example).",
        (
            "Our phone number is **{phone}**, and you can also write to [the front "
            "desk](mailto:desk@riverside.example)."
        ),
        "You reach us at {phone}, or by a mail to [the front desk](mailto:desk@riverside.example).",
    ),
    "emergency": (
        (
            "This may be an emergency. I cannot give medical advice, so please call **{emergency}** "
            "right away."
        ),
        "Please call **{emergency}** right away. I am not able to give medical advice in an emergency.",
        "I cannot give medical advice, and this may be an emergency: please call **{emergency}** at once.",
    ),
    "medical": (
        (
            "I am sorry, but I cannot give medical advice or a diagnosis. A doctor can look at this in "
            "an appointment."
        ),
        ("I'm sorry, I can't give a diagnosis or medical advice. Would you like to see one of our doctors?"),
        (
            "I am not able to give medical advice or a diagnosis, I'm sorry. I can book you an "
            "appointment with a doctor."
        ),
    ),
    "out_of_scope": (
        "I'm sorry, I can't help with that. I can only answer questions about Riverside Clinic.",
        ("I am sorry, but I cannot help with that. I only know about Riverside Clinic and its appointments."),
        ("I'm afraid I am not able to help with that. I can only help with matters of Riverside Clinic."),
    ),
    "unclear": (
        (
            "I'm sorry, I did not understand that. You can ask me about opening hours, prices, "
            "policies, appointments or orders."
        ),
        (
            "I am not sure what you mean. I can help with opening hours, prices, policies, "
            "appointments and orders."
        ),
        (
            "I did not quite get that, sorry. Ask me about opening hours, prices, policies, "
            "appointments or orders."
        ),
    ),
    "too_long": (
        (
            "That is a long message, and I could not follow all of it. Could you say in a sentence or "
            "two what you need?"
        ),
        ("I'm sorry, that message is too long for me. Could you sum up what you need in a sentence or two?"),
        ("Your message is longer than I can follow. Please tell me in a sentence or two what you need."),
    ),
    "nothing_said": (
        "I did not see a question in that. How can I help you?",
        "I could not find a question in your message. How can I help you?",
        "I do not see any question there. How may I help you?",
    ),
}
